// SPDX-License-Identifier: Apache-2.0
// The page: the map, the panel that filters and lists the places, the keyboard.
'use strict';

(function () {
  const byID = (id) => document.getElementById(id);
  const data = JSON.parse(byID('places').textContent);
  const ground = readGround(Uint8Array.from(atob(byID('ground').textContent.trim()), (byte) => byte.charCodeAt(0)));
  const cut = longitudeCut(data.features.map((place) => place.geometry.coordinates[0]));
  const places = data.features.map((place) => {
    const [longitude, latitude] = place.geometry.coordinates;
    place.point = [latitude, longitude < cut ? longitude + 360 : longitude];
    place.words = searched(place);
    place.marker = mark(place);
    return place;
  });

  const map = L.map('map', { attributionControl: false, zoomControl: false, minZoom: 1, maxZoom: 19, zoomSnap: 0.5, maxBoundsViscosity: 1 });
  map.setMaxBounds([[-86, -Infinity], [86, Infinity]]);
  L.control.zoom({ position: 'bottomright' }).addTo(map);
  L.control.scale({ position: 'bottomleft', imperial: data.units === 'imperial', metric: data.units !== 'imperial' }).addTo(map);
  const group = L.markerClusterGroup({
    iconCreateFunction: cluster, showCoverageOnHover: false, maxClusterRadius: 56, chunkedLoading: true,
    spiderLegPolylineOptions: { weight: 1.5, color: '#888' },
  });

  // Where the map opens: at what is near this device, where its place is known, else at all places; beside the panel.
  const isNarrow = () => window.matchMedia('(max-width: 640px)').matches;
  function home() {
    const room = { maxZoom: data.tiles ? 16 : 14, paddingTopLeft: [isNarrow() ? 20 : 300, 70], paddingBottomRight: [40, 40], animate: false };
    const points = places.map((place) => place.point);
    if (data.position) {
      const here = L.latLng(data.position.latitude, data.position.longitude);
      const near = points.filter((point) => here.distanceTo(point) < 30000);
      if (near.length) return map.fitBounds([here, ...near], room);
      return map.setView(here, points.length ? 10 : 12);
    }
    if (!points.length) return map.setView([30, 10], 2);
    map.fitBounds(points, room);
  }

  home();
  map.addLayer(new GroundLayer(ground));
  map.addLayer(group);
  if (data.position) {
    const here = [data.position.latitude, data.position.longitude];
    if (data.position.accuracy) L.circle(here, { radius: data.position.accuracy, className: 'accuracy', interactive: false }).addTo(map);
    L.marker(here, {
      icon: L.divIcon({ className: 'mark here', html: element('span', { class: 'shape' }), iconSize: [18, 18] }),
      keyboard: false, interactive: false, zIndexOffset: -1000,
    }).addTo(map);
  }

  // Tiles of a server, where the file was made with them: the one thing that asks the network.
  if (data.tiles) {
    const tiles = L.tileLayer(data.tiles.template, { maxZoom: 19, referrerPolicy: 'no-referrer' });
    const box = byID('tiles');
    byID('tiles-row').hidden = false;
    const show = () => (box.checked ? map.addLayer(tiles) : map.removeLayer(tiles));
    box.addEventListener('change', show);
    show();
  }

  // The filter and the list.
  const form = byID('filter'), list = byID('list'), most = 200;
  let shown = [];

  function choose(select, chosen) {
    const seen = new Map();
    for (const place of places) {
      for (const one of chosen(place)) if (one) seen.set(one.id, one.name);
    }
    const names = [...seen].sort((a, b) => a[1].localeCompare(b[1]));
    select.append(...names.map(([id, name]) => element('option', { value: id }, name)));
    select.closest('label').hidden = names.length === 0;
  }
  choose(form.category, (place) => place.properties.tasks.map((task) => task.category));
  choose(form.member, (place) => [...place.properties.tasks.flatMap((task) => task.assignees), place.properties.addedBy]);

  function filter() {
    const wanted = {
      kinds: new Set(['pin', 'photo'].filter((kind) => form[kind].checked)), category: form.category.value,
      member: form.member.value, state: form.state.value, text: form.text.value.trim().toLowerCase(),
    };
    shown = places.filter((place) => matches(place, wanted));
    group.clearLayers();
    group.addLayers(shown.map((place) => place.marker));
    byID('count').textContent = shown.length === places.length
      ? `${places.length} ${places.length === 1 ? 'place' : 'places'}` : `${shown.length} of ${places.length} places`;
    list.replaceChildren(...shown.slice(0, most).map((place) => {
      const isOpen = place.properties.tasks.some((task) => !task.done);
      const row = element('button', { type: 'button', class: `${place.properties.kind}${isOpen ? ' open' : ''}` });
      row.append(element('span', { class: 'sign', 'aria-hidden': 'true' }, place.properties.kind === 'photo' ? '▣' : '●'),
        written(place.properties.name));
      row.addEventListener('click', () => open(place));
      return element('li', {}, row);
    }));
    if (shown.length > most) list.append(element('li', { class: 'rest' }, `and ${shown.length - most} more: search for them`));
  }

  function open(place) {
    if (isNarrow()) setPanel(false);
    map.closePopup();
    group.zoomToShowLayer(place.marker, () => place.marker.openPopup());
  }

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(filter));
  filter();

  // The panel: beside the map on a wide screen, above it on a phone.
  const panel = byID('panel'), toggle = byID('toggle');
  function setPanel(isOpen) {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
  }
  toggle.addEventListener('click', () => setPanel(panel.hidden));
  setPanel(!isNarrow());
  byID('home').addEventListener('click', home);
  byID('about').addEventListener('click', () => byID('notices').showModal());
  byID('notices').addEventListener('click', (event) => {
    if (event.target === byID('notices')) byID('notices').close();
  });

  // A point of the ground: its coordinates, and the command that makes a pin of it.
  function ask(point) {
    const latitude = degrees(Math.max(-90, Math.min(90, point.lat))), longitude = degrees(wrapped(point.lng));
    const command = `hometask pin add Name ${latitude},${longitude}`;
    const field = element('input', { type: 'text', readonly: true, value: command, 'aria-label': 'The command that adds a pin here' });
    const copy = element('button', { type: 'button' }, 'Copy');
    copy.addEventListener('click', async () => {
      field.select();
      try {
        if (navigator.clipboard) await navigator.clipboard.writeText(command);
        else document.execCommand('copy');
        copy.textContent = 'Copied';
      } catch {
        copy.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
      }
    });
    L.popup({ className: 'point', minWidth: 290, maxWidth: 330, autoPanPadding: [12, 60] }).setLatLng(point)
      .setContent(element('div', { class: 'card' }, element('h2', {}, `${latitude},${longitude}`),
        element('div', { class: 'command' }, field, copy))).openOn(map);
  }

  // The first click beside an open card closes it; another one asks for the point.
  let hadCard = false;
  map.on('preclick', () => { hadCard = Boolean(document.querySelector('.leaflet-popup')); });
  map.on('click', (event) => { if (!hadCard) ask(event.latlng); });
  map.on('contextmenu', (event) => ask(event.latlng));

  map.getContainer().addEventListener('keydown', (event) => {
    if (event.target !== map.getContainer()) return;
    if (event.key === 'Enter') ask(map.getCenter());
    if (event.key === 'Home' || event.key === '0') home();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      setPanel(true);
      form.text.focus();
    }
    if (event.key === 'Escape') {
      map.closePopup();
      if (!isTyping) map.getContainer().focus();
    }
  });
})();
