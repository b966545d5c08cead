// SPDX-License-Identifier: Apache-2.0
//
// The map: pins with their tasks, photos where they were taken, places of solved clues, and this phone's position.
// Leaflet draws it, with coastlines, borders and towns that come from the family's server; no third party is contacted.
// The list below the map has the same places. The phone's position never leaves this page.

import { app } from "/app.js";
import { decrypt } from "/clues.js";
import { renderNavigation } from "/lists.js";
import { t } from "/messages.js";
import { distance, findPlaces, pointOf } from "/places.js";
import { distanceWords } from "/values.js";
import { attempt, draw, element, pageHeading, say } from "/view.js";
import { dueWords } from "/words.js";

/** The maximum number of photos listed by default. */
const MOST = 20;
/** The radius within which a place counts as near, in metres. */
const NEAR = 30000;
/** The time-out for locating the phone, in milliseconds. */
const PATIENCE = 20000;

/** The pending load of Leaflet, started lazily. */
let loading;
/** Whether loading Leaflet has failed. */
let isMissing = false;
/** The places on the page, as last rendered. */
let places;
/** The map, its layer of marks, and the marks by place id. */
let map;
let group;
let markers = new Map();
/** The places on the map, as JSON. */
let shown;
/** The last view: the centre and the zoom level. */
let view;
/** The position of this phone, once requested: {point, accuracy}. */
let position;
let here;
let showsAll = false;

/** Renders the map, showing the place with this id if given. */
export function render(id) {
  places = findPlaces();
  draw(
    renderNavigation("map"),
    pageHeading(t("Map")),
    isMissing ? renderMissing()
      : element("div", { id: "map", "data-key": "map", "data-kept": true, role: "region", "aria-label": t("Map") }),
    element("p", { class: "credit" }, element("small", {}, "Natural Earth · GeoNames, CC BY 4.0 · Leaflet · ",
      element("a", { href: "/map/credits.txt", target: "_blank" }, t("Credits")))),
    element("p", {}, element("button", { onclick: locate }, t("Where am I?")), " ", position && element("span", {}, hereWords())),
    element("h2", {}, t("Places")), renderList());
  document.title = t("Map");
  attempt(async () => {
    const isNew = await Promise.all(app.family.hunts().map(decrypt));
    if (isNew.some(Boolean)) app.render();
    else await show(id);
  });
}

function renderMissing() {
  const again = () => {
    isMissing = false;
    app.render();
  };
  return element("p", { class: "notice" }, missingWords(), " ", element("button", { onclick: again }, t("Try again")));
}

function missingWords() { return t("The map comes from the server when it is first opened, and the server cannot be reached."); }

// The list

function renderList() {
  if (!places.length) return element("p", {}, t("No place has a point on the map yet."));
  const away = (place) => (position ? distance(position.point, place.point) : 0);
  const ordered = position ? [...places].sort((first, second) => away(first) - away(second)) : places;
  const photos = ordered.filter(({ kind }) => kind === "photo");
  const left = showsAll ? [] : photos.slice(MOST);
  const showAll = () => {
    showsAll = true;
    app.render();
  };
  return [
    element("ul", { class: "places" }, ordered.filter((place) => !left.includes(place)).map((place) => renderPlace(place, away(place)))),
    left.length > 0 && element("p", {}, element("button", { onclick: showAll }, t("Show all {count}", { count: places.length }))),
  ];
}

function renderPlace(place, metres) {
  const details = [place.address, place.words, position && distanceWords(metres)].filter(Boolean).join(" · ");
  return element("li", { "data-key": place.id },
    element("button", { class: "place", disabled: isMissing, onclick: () => attempt(() => point(place.id)) },
      element("bdi", {}, place.name), details && element("small", {}, details)),
    renderLinks(place));
}

/** Renders the links to the tasks of a place, or to its hunt. */
function renderLinks({ tasks, task, hunt }) {
  const links = [...(tasks ?? []), ...(task ? [{ id: task, ...app.family.task(task).shown }] : []), ...(hunt ? [hunt] : [])];
  return links.length > 0 && element("ul", {}, links.map(({ id, title, due }) => element("li", { "data-key": id },
    element("a", { href: `#/${hunt ? "hunt" : "task"}/${id}` }, element("bdi", {}, title)), due && element("small", {}, " ", dueWords(due)))));
}

// Leaflet

function loadLeaflet() {
  const add = (node) => new Promise((resolve, reject) => {
    node.onload = resolve;
    node.onerror = () => {
      node.remove();
      reject(new Error(missingWords()));
    };
    document.head.append(node);
  });
  const script = (src) => add(Object.assign(document.createElement("script"), { src, async: false }));
  const style = (href) => add(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  return Promise.all([
    style("/map/leaflet.css"), style("/map/cluster.css"), style("/map.css"),
    script("/map/leaflet.js").then(() => Promise.all([script("/map/cluster.js"), script("/map/ground.js")])),
    // Fetched so that the worker caches it for offline use.
    fetch("/map/credits.txt"),
  ]);
}

/** Creates the map in its element, or updates its marks. */
async function show(id) {
  const container = document.getElementById("map");
  if (!container) return;
  try {
    await (loading ??= loadLeaflet());
  } catch {
    loading = undefined;
    isMissing = true;
    return app.render();
  }
  if (!container.isConnected) return;
  const isNew = map?.getContainer() !== container;
  if (isNew) begin(container);
  mark();
  if (isNew && id && markers.has(id)) {
    map.setView(markers.get(id).getLatLng(), 14, { animate: false });
    openPlace(id);
  }
}

function begin(container) {
  map?.remove();
  const isAnimated = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  map = L.map(container, {
    attributionControl: false, zoomControl: false, minZoom: 1, maxZoom: 19, zoomSnap: 0.5, maxBoundsViscosity: 1,
    fadeAnimation: isAnimated, zoomAnimation: isAnimated, markerZoomAnimation: isAnimated, inertia: isAnimated,
  });
  // Leaflet has no option to pan without animation.
  const { panBy } = map;
  map.panBy = (offset, options) => panBy.call(map, offset, { ...options, animate: isAnimated && options?.animate });
  map.setMaxBounds([[-86, -Infinity], [86, Infinity]]);
  L.control.zoom({ position: "bottomright", zoomInTitle: t("Zoom in"), zoomOutTitle: t("Zoom out") }).addTo(map);
  const imperial = app.family.isImperial();
  L.control.scale({ position: "bottomleft", imperial, metric: !imperial }).addTo(map);
  group = L.markerClusterGroup({
    iconCreateFunction: clusterIcon, showCoverageOnHover: false, maxClusterRadius: 40, animate: isAnimated,
    spiderLegPolylineOptions: { weight: 1.5, color: "#888" },
  });
  shown = undefined;
  here = undefined;
  if (view) map.setView(view.middle, view.zoom, { animate: false });
  else lookAt(places.map((place) => place.point));
  map.addLayer(group);
  map.on("moveend", () => { view = { middle: map.getCenter(), zoom: map.getZoom() }; });
  container.addEventListener("keydown", (event) => { if (event.key === "Escape") closeCard(); });
  showHere();
  addGround(map);
}

/** Fits the view to these points. */
function lookAt(points) {
  if (points.length) map.fitBounds(points, { maxZoom: 14, padding: [40, 50], animate: false });
  else map.setView([30, 10], 2, { animate: false });
}

let ground;

/** Adds coastlines, borders and towns. Without them, the map shows only its marks. */
async function addGround(target) {
  ground ??= fetch("/map/layer.bin").then(async (response) => {
    if (!response.ok) throw new Error(response.statusText);
    return readGround(new Uint8Array(await response.arrayBuffer()));
  });
  try {
    const layer = await ground;
    if (target === map) map.addLayer(new GroundLayer(layer));
  } catch {
    ground = undefined;
    say(missingWords());
  }
}

// Marks

/** Makes an icon with an accessible label. Its shape is created lazily, when the icon comes into view. */
function icon(label, role, shape, options) {
  const made = L.divIcon(options);
  const create = made.createIcon;
  made.createIcon = (old) => {
    made.options.html = shape();
    const node = create.call(made, old);
    node.setAttribute("role", role);
    node.setAttribute("aria-label", label);
    return node;
  };
  return made;
}

function shapeOf(...children) { return element("span", { class: "shape" }, ...children); }

/** Makes the icon of a pin or a clue. */
function pinIcon({ name, tasks = [], hunt, number }) {
  const what = hunt ? `${t("Treasure hunt")}: ${hunt.title}, ${name}` : `${t("Place")}: ${name}`;
  const label = [what, tasks.length && t("{count} tasks", { count: tasks.length })].filter(Boolean).join(", ");
  return icon(label, "button", () => shapeOf(
    element("span", { class: "letter" }, number ?? Array.from(name.trim())[0] ?? ""),
    tasks.length > 0 && element("span", { class: "count" }, String(tasks.length))),
  { className: `mark pin${tasks.length ? " open" : hunt ? " clue" : ""}`, iconSize: [34, 42], iconAnchor: [17, 40], popupAnchor: [0, -36] });
}

function photoIcon({ id, name, words }) {
  return icon(`${t("Photo")}: ${name}, ${words}`, "button", () => shapeOf(picture(id, "")),
    { className: "mark photo", iconSize: [46, 46], iconAnchor: [23, 23], popupAnchor: [0, -20] });
}

/** Renders the thumbnail of a photo; a symbol if the thumbnail cannot be loaded. */
function picture(id, alt) {
  const source = `/api/phones/${app.family.phone.device}/photos/${id}/thumbnail`;
  return element("img", { src: source, alt, onerror: ({ target }) => target.replaceWith("📷") });
}

function clusterIcon(cluster) {
  const count = cluster.getChildCount();
  return icon(t("{count} places", { count }), "button", () => shapeOf(String(count)), { className: "mark cluster", iconSize: [44, 44] });
}

/** Replaces the marks on the map if the places have changed. */
function mark() {
  const text = JSON.stringify(places);
  if (text === shown) return;
  shown = text;
  const opened = openedID();
  group.clearLayers();
  markers = new Map(places.map((place) => {
    const marker = L.marker(place.point, { icon: place.kind === "photo" ? photoIcon(place) : pinIcon(place), riseOnHover: true });
    const width = Math.min(280, map.getSize().x - 60);
    const room = { maxWidth: width, minWidth: Math.min(180, width), maxHeight: 260, autoPanPadding: [12, 12], closeButton: false };
    marker.bindPopup(() => card(place), room);
    marker.on("popupopen", () => marker.getPopup().getElement().querySelector("h2").focus({ preventScroll: true }));
    return [place.id, marker];
  }));
  group.addLayers([...markers.values()]);
  if (markers.has(opened)) openPlace(opened);
}

function openedID() { return [...markers].find(([, marker]) => marker.isPopupOpen())?.[0]; }

function openPlace(id) { group.zoomToShowLayer(markers.get(id), () => markers.get(id).openPopup()); }

/** Shows a place of the list on the map. */
async function point(id) {
  await loading;
  document.getElementById("map").scrollIntoView({ block: "nearest" });
  openPlace(id);
}

/** Renders the popup of a mark on the map. */
function card(place) {
  const path = `/api/phones/${app.family.phone.device}/photos/${place.id}/original`;
  const details = [place.address, place.words].filter(Boolean);
  return element("div", { class: "card" },
    element("h2", { tabindex: -1 }, element("bdi", {}, place.name)),
    details.map((text) => element("p", {}, element("bdi", {}, text))),
    place.kind === "photo" && element("p", {}, element("a", { href: path, target: "_blank" }, picture(place.id, t("Photo")))),
    renderLinks(place),
    place.tasks?.length === 0 && element("p", {}, t("Nothing is to be done here.")),
    element("p", {}, element("button", { onclick: closeCard }, t("Close"))));
}

function closeCard() {
  const marker = markers.get(openedID());
  map.closePopup();
  marker?.getElement()?.focus();
}

// This phone's position

function hereWords() { return t("You are here, to within {distance}.", { distance: distanceWords(position.accuracy) }); }

// Tasks show the distance to their places.
app.awayWords = (location) => {
  const point = pointOf(location);
  return position && point && distanceWords(distance(position.point, point));
};

function locate() {
  if (!navigator.geolocation) return say(t("This browser does not say where you are."));
  say(t("Looking for where you are …"));
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    position = { point: [coords.latitude, coords.longitude], accuracy: coords.accuracy };
    app.render();
    say(hereWords());
    if (!map?.getContainer().isConnected) return;
    showHere();
    lookAround();
  }, ({ code, PERMISSION_DENIED }) => {
    say(code === PERMISSION_DENIED ? t("The browser may not say where you are. Allow it in its settings.") : t("It could not be found out where you are."));
  }, { enableHighAccuracy: true, timeout: PATIENCE, maximumAge: 30000 });
}

/**
 * Fits the view to this phone's position and the places near it. Without such places, the view includes towns for
 * orientation.
 */
function lookAround() {
  const near = places.map((place) => place.point).filter((point) => distance(position.point, point) < NEAR);
  if (near.length) map.fitBounds([position.point, ...near], { maxZoom: 13, padding: [40, 50] });
  else map.setView(position.point, 10);
}

function showHere() {
  here?.remove();
  if (!position) return;
  const sign = icon(t("You are here"), "img", () => shapeOf(), { className: "mark here", iconSize: [20, 20] });
  here = L.layerGroup([
    L.circle(position.point, { radius: position.accuracy, className: "accuracy", interactive: false }),
    L.marker(position.point, { icon: sign, keyboard: false, interactive: false, zIndexOffset: -1000 }),
  ]).addTo(map);
}
