// SPDX-License-Identifier: Apache-2.0
// The family's places: which of them are shown, as marks on the map, as a list, and what a click on one tells.
// Whatever the family wrote gets into the page as text (createTextNode) or as the value of an attribute, never as markup.
'use strict';

// An element with attributes and children; a child that is no element becomes text.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Text that somebody wrote: set apart, so that no direction in it turns round what stands beside it.
function written(text) {
  return element('bdi', {}, text);
}

// Whether a place is one that the filter asks for: one of its tasks has to answer to all that is asked of tasks.
function matches(place, filter) {
  const { kind, tasks, addedBy } = place.properties;
  if (!filter.kinds.has(kind)) return false;
  if (filter.text && !place.words.includes(filter.text)) return false;
  if (!filter.category && !filter.member && !filter.state) return true;
  if (filter.member && !filter.category && !filter.state && addedBy && addedBy.id === filter.member) return true;
  return tasks.some((task) => (!filter.category || (task.category && task.category.id === filter.category))
    && (!filter.member || task.assignees.some((member) => member.id === filter.member))
    && (!filter.state || task.done === (filter.state === 'done')));
}

// All words of a place that the search looks into, in lower case.
function searched({ properties: p }) {
  return [p.name, p.address, ...(p.labels || []), ...p.tasks.map((task) => task.title),
    ...(p.notes || []).flatMap((note) => [note.title, ...note.text]), p.about && p.about.name]
    .filter(Boolean).join('\n').toLowerCase();
}

// Where the longitudes are cut, so that places on both sides of the antimeridian stand together: after the widest gap.
function longitudeCut(longitudes) {
  const sorted = [...new Set(longitudes)].sort((a, b) => a - b);
  let widest = sorted.length ? sorted[0] + 360 - sorted[sorted.length - 1] : 0, cut = -180;
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i] - sorted[i - 1] > widest) {
      widest = sorted[i] - sorted[i - 1];
      cut = sorted[i];
    }
  }
  return cut;
}

function pinShape(place) {
  const open = place.properties.tasks.filter((task) => !task.done).length;
  const shape = element('span', { class: open ? 'shape open' : 'shape' });
  shape.append(element('span', { class: 'letter' }, Array.from(place.properties.name.trim())[0] || '·'));
  if (open) shape.append(element('span', { class: 'count' }, String(open)));
  return shape;
}

function photoShape(place) {
  const { thumbnail } = place.properties;
  return element('span', { class: 'shape' }, thumbnail ? element('img', { src: thumbnail, alt: '' }) : '📷');
}

// A mark's picture is made when the mark comes into view: of a thousand photos few are.
const PlaceIcon = L.DivIcon.extend({
  createIcon(old) {
    const { place } = this.options;
    this.options.html = place.properties.kind === 'photo' ? photoShape(place) : pinShape(place);
    const icon = L.DivIcon.prototype.createIcon.call(this, old);
    icon.setAttribute('role', 'button');
    icon.setAttribute('aria-label', `${place.properties.kind === 'photo' ? 'Photo' : 'Pin'}: ${place.properties.name}`);
    return icon;
  },
});

function mark(place) {
  const isPhoto = place.properties.kind === 'photo';
  const icon = new PlaceIcon({
    place, className: `mark ${place.properties.kind}`,
    iconSize: isPhoto ? [46, 46] : [30, 38], iconAnchor: isPhoto ? [23, 23] : [15, 36],
    popupAnchor: isPhoto ? [0, -20] : [0, -32],
  });
  const marker = L.marker(place.point, { icon, riseOnHover: true });
  marker.bindPopup(() => card(place), { maxWidth: 300, minWidth: 200, maxHeight: 420, autoPanPadding: [12, 60] });
  return marker;
}

function cluster(group) {
  const count = group.getChildCount();
  const size = count < 10 ? 34 : count < 100 ? 40 : 48;
  return L.divIcon({
    className: 'mark cluster', html: element('span', { class: 'shape' }, String(count)), iconSize: [size, size],
  });
}

function taskLine(task) {
  const who = task.assignees.map((member) => member.name).join(', ');
  const more = [task.due && `due ${moment(task.due)}`, who && `for ${who}`, task.category && task.category.name];
  return element('li', { class: task.done ? 'done' : 'open' },
    element('span', { class: 'sign', 'aria-label': task.done ? 'done' : 'open', role: 'img' }, task.done ? '✓' : '○'),
    element('span', {}, element('span', { class: 'title' }, written(task.title)),
      ...more.filter(Boolean).map((part) => element('span', { class: 'more' }, written(part)))));
}

// What a click on a place tells.
function card(place) {
  const p = place.properties, box = element('article', { class: 'card' });
  box.append(element('h2', {}, written(p.name)));
  if (p.thumbnail) box.append(element('img', { class: 'large', src: p.thumbnail, alt: `Photo: ${p.name}` }));
  if (p.address) box.append(element('p', {}, written(p.address)));
  if (p.labels && p.labels.length) {
    box.append(element('p', { class: 'labels' }, ...p.labels.map((label) => element('span', {}, written(label)))));
  }
  const facts = [p.takenAt && `taken ${p.takenAt.slice(0, 10)}`, p.addedBy && `by ${p.addedBy.name}`,
    p.about && p.about.kind !== 'task' && p.about.name && `about ${p.about.name}`,
    p.accuracy && `to ${Math.round(p.accuracy)} m`, p.source === 'device' && 'at the place of the device'];
  if (facts.some(Boolean)) box.append(element('p', { class: 'facts' }, written(facts.filter(Boolean).join(' · '))));
  if (p.tasks.length) box.append(element('ul', { class: 'tasks' }, ...p.tasks.map(taskLine)));
  for (const note of p.notes || []) {
    box.append(element('section', { class: 'note' }, note.title ? element('h3', {}, written(note.title)) : null,
      ...note.text.map((line) => element('p', {}, written(line)))));
  }
  const [longitude, latitude] = place.geometry.coordinates;
  box.append(element('p', { class: 'facts' }, `${degrees(latitude)},${degrees(longitude)}`));
  return box;
}

// When something is due: a day as it is written, an instant in the reader's own time.
function moment(due) {
  return due.date || new Date(due.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

// Degrees to five decimals, which is a metre, without zeros at the end.
function degrees(value) {
  return String(Number(value.toFixed(5)));
}

// A longitude from -180 to 180.
function wrapped(longitude) {
  return ((longitude + 180) % 360 + 360) % 360 - 180;
}
