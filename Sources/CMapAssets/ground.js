// SPDX-License-Identifier: Apache-2.0
// The ground: coastlines, borders and towns, drawn on a canvas below everything else, with no network.
'use strict';

// Web Mercator (EPSG:3857) with the world as a square from 0 to 1, north at the top.
const mercator = {
  limit: 85.05112878,
  x: (longitude) => (longitude + 180) / 360,
  y(latitude) {
    const sine = Math.sin(Math.max(-this.limit, Math.min(this.limit, latitude)) * Math.PI / 180);
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  },
};

// Reads the layer from its bytes, which MapLayer.swift documents.
function readGround(bytes) {
  let place = 5; // after the signature and the version
  const byte = () => bytes[place++];
  const number = () => {
    let value = 0, factor = 1, next;
    do { next = byte(); value += (next & 127) * factor; factor *= 128; } while (next > 127);
    return value;
  };
  const signed = () => { const value = number(); return value % 2 ? -(value + 1) / 2 : value / 2; };

  const units = number();
  const lines = Array.from({ length: number() }, () => {
    const kind = byte(), count = number();
    const points = new Float64Array(2 * count);
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    let east = 0, north = 0;
    for (let i = 0; i < 2 * count; i += 2) {
      east += signed();
      north += signed();
      const x = points[i] = mercator.x(east / units), y = points[i + 1] = mercator.y(north / units);
      box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
    }
    return { kind, points, box, thinned: new Map() };
  });
  const countries = Array.from({ length: number() }, () => Array.from({ length: number() }, () => {
    const parts = Array.from({ length: number() }, signed);
    const boxes = parts.map((part) => lines[part < 0 ? -part - 1 : part].box);
    return { parts, box: [0, 1, 2, 3].map((i) => Math[i < 2 ? 'min' : 'max'](...boxes.map((box) => box[i]))) };
  }));
  const decoder = new TextDecoder();
  const towns = Array.from({ length: number() }, () => {
    const size = byte(), x = mercator.x(signed() / units), y = mercator.y(signed() / units), count = number();
    const name = decoder.decode(Uint8Array.from({ length: count }, byte));
    return { size, x, y, name };
  });
  return { lines, countries, towns };
}

// The points of a line that are a pixel apart at a zoom level; from level 9 on, all of them.
function thinned(line, zoom) {
  const level = Math.floor(zoom);
  if (level > 8) return line.points;
  if (!line.thinned.has(level)) {
    const least = 0.8 / (256 * 2 ** level), source = line.points, kept = [source[0], source[1]];
    for (let i = 2; i < source.length - 2; i += 2) {
      const dx = source[i] - kept[kept.length - 2], dy = source[i + 1] - kept[kept.length - 1];
      if (dx * dx + dy * dy > least * least) kept.push(source[i], source[i + 1]);
    }
    kept.push(source[source.length - 2], source[source.length - 1]);
    line.thinned.set(level, Float64Array.from(kept));
  }
  return line.thinned.get(level);
}

// What is left of a polygon within a box (Sutherland and Hodgman, 1974).
function clipped(points, box) {
  for (let side = 0; side < 4 && points.length; side++) {
    const axis = side % 2, limit = box[side], isInside = (i) => side < 2 ? points[i + axis] >= limit : points[i + axis] <= limit;
    const result = [];
    for (let i = 0, last = points.length - 2; i < points.length; last = i, i += 2) {
      if (isInside(i) !== isInside(last)) {
        const share = (limit - points[last + axis]) / (points[i + axis] - points[last + axis]);
        result.push(points[last] + share * (points[i] - points[last]),
          points[last + 1] + share * (points[i + 1] - points[last + 1]));
      }
      if (isInside(i)) result.push(points[i], points[i + 1]);
    }
    points = result;
  }
  return points;
}

const GroundLayer = L.Layer.extend({
  padding: 0.3,

  initialize(ground) { this.ground = ground; },

  onAdd(map) {
    if (!map.getPane('ground')) map.createPane('ground').style.zIndex = 150;
    this.canvas = L.DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('ground'));
    this.scheme = window.matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.draw();
    this.scheme.addEventListener('change', this.repaint);
    this.draw();
  },

  onRemove() {
    this.scheme.removeEventListener('change', this.repaint);
    this.canvas.remove();
  },

  getEvents() {
    return {
      viewreset: this.draw, moveend: this.draw, resize: this.draw, move: this.followed,
      zoom: () => this.transform(this._map.getCenter(), this._map.getZoom()),
      zoomanim: (event) => this.transform(event.center, event.zoom),
    };
  },

  // While the map is dragged the canvas goes with it; it is drawn anew before its edge comes into view.
  followed() {
    if (!this.center || this._map.getZoom() !== this.zoom) return;
    const moved = this._map.project(this._map.getCenter(), this.zoom).subtract(this._map.project(this.center, this.zoom));
    const size = this._map.getSize();
    if (Math.abs(moved.x) > size.x * this.padding * 0.8 || Math.abs(moved.y) > size.y * this.padding * 0.8) this.draw();
  },

  // While the map zooms the last drawing is stretched, as Leaflet's own renderers are.
  transform(center, zoom) {
    if (!this.center) return;
    const map = this._map, scale = map.getZoomScale(zoom, this.zoom);
    const half = map.getSize().multiplyBy(0.5 + this.padding);
    const offset = map.project(center, zoom).subtract(map.project(this.center, zoom));
    const corner = half.multiplyBy(-scale).add(L.DomUtil.getPosition(this.canvas)).add(half).subtract(offset);
    L.DomUtil.setTransform(this.canvas, corner, scale);
  },

  draw() {
    const map = this._map, view = map.getSize(), size = view.multiplyBy(1 + 2 * this.padding).round();
    const corner = map.containerPointToLayerPoint(view.multiplyBy(-this.padding)).round();
    L.DomUtil.setPosition(this.canvas, corner);
    this.center = map.getCenter();
    this.zoom = map.getZoom();
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = size.x * ratio;
    this.canvas.height = size.y * ratio;
    this.canvas.style.width = `${size.x}px`;
    this.canvas.style.height = `${size.y}px`;
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    const scale = 256 * 2 ** this.zoom, origin = map.getPixelOrigin().add(corner);
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    context.fillStyle = color('sea');
    context.fillRect(0, 0, size.x, size.y);
    const frame = { context, color, size, scale, zoom: this.zoom, taken: [] };
    const first = Math.floor(origin.x / scale), last = Math.floor((origin.x + size.x) / scale);
    const copies = Array.from({ length: last - first + 1 }, (_, i) => ({ x: origin.x - (first + i) * scale, y: origin.y }));
    for (const copy of copies) this.drawLand(frame, copy);
    this.drawGrid(frame, origin);
    for (const copy of copies) this.drawLines(frame, copy);
    for (const copy of copies) this.drawTowns(frame, copy);
  },

  // The part of the world that is drawn, a little more than the canvas.
  box({ size, scale }, origin) {
    const room = 20;
    return [(origin.x - room) / scale, (origin.y - room) / scale, (origin.x + size.x + room) / scale, (origin.y + size.y + room) / scale];
  },

  drawLand(frame, origin) {
    const { context, scale, zoom } = frame, box = this.box(frame, origin);
    context.fillStyle = context.strokeStyle = frame.color('land');
    context.lineWidth = 0.6;
    for (const country of this.ground.countries) {
      context.beginPath();
      for (const ring of country) {
        if (apart(ring.box, box)) continue;
        let points = [];
        for (const part of ring.parts) {
          const line = thinned(this.ground.lines[part < 0 ? -part - 1 : part], zoom);
          if (part < 0) for (let i = line.length - 2; i >= 0; i -= 2) points.push(line[i], line[i + 1]);
          else for (let i = 0; i < line.length; i++) points.push(line[i]);
        }
        points = clipped(points, box);
        for (let i = 0; i < points.length; i += 2) {
          context[i ? 'lineTo' : 'moveTo'](points[i] * scale - origin.x, points[i + 1] * scale - origin.y);
        }
        context.closePath();
      }
      context.fill('evenodd');
      context.stroke(); // closes the hair between two neighbours
    }
  },

  drawLines(frame, origin) {
    const { context, scale, zoom } = frame, box = this.box(frame, origin);
    for (const [kind, name, width] of [[0, 'coast', 1], [1, 'border', 1.2]]) {
      context.beginPath();
      for (const line of this.ground.lines) {
        if (line.kind !== kind || apart(line.box, box)) continue;
        const points = thinned(line, zoom);
        let isDown = false;
        for (let i = 2; i < points.length; i += 2) {
          const part = [Math.min(points[i - 2], points[i]), Math.min(points[i - 1], points[i + 1]),
            Math.max(points[i - 2], points[i]), Math.max(points[i - 1], points[i + 1])];
          if (apart(part, box)) { isDown = false; continue; }
          if (!isDown) context.moveTo(points[i - 2] * scale - origin.x, points[i - 1] * scale - origin.y);
          context.lineTo(points[i] * scale - origin.x, points[i + 1] * scale - origin.y);
          isDown = true;
        }
      }
      context.strokeStyle = frame.color(name);
      context.lineWidth = width;
      context.setLineDash(kind === 1 ? [5, 3] : []);
      context.stroke();
    }
    context.setLineDash([]);
  },

  // Parallels and meridians at round degrees, so that a view without a coast shows that it moves.
  drawGrid({ context, color, size, scale, zoom }, origin) {
    if (zoom < 4) return;
    const step = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005]
      .find((degrees) => degrees / 360 * scale < 320) || 0.0002;
    const longitude = (x) => (x + origin.x) / scale * 360 - 180;
    const latitude = (y) => Math.atan(Math.sinh(Math.PI * (1 - 2 * (y + origin.y) / scale))) * 180 / Math.PI;
    context.beginPath();
    for (let at = Math.ceil(longitude(0) / step); at * step <= longitude(size.x); at++) {
      const x = Math.round(mercator.x(at * step) * scale - origin.x) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, size.y);
    }
    for (let at = Math.ceil(latitude(size.y) / step); at * step <= latitude(0); at++) {
      const y = Math.round(mercator.y(at * step) * scale - origin.y) + 0.5;
      context.moveTo(0, y);
      context.lineTo(size.x, y);
    }
    context.strokeStyle = color('grid');
    context.lineWidth = 1;
    context.stroke();
  },

  // The largest towns first, each where its name covers no other.
  drawTowns(frame, origin) {
    const { context, scale, size, zoom, taken } = frame, box = this.box(frame, origin);
    let left = Math.round(size.x * size.y / (zoom < 5 ? 26000 : 15000));
    context.lineJoin = 'round';
    context.textBaseline = 'middle';
    for (const town of this.ground.towns) {
      if (left <= 0) break;
      if (town.x < box[0] || town.x > box[2] || town.y < box[1] || town.y > box[3]) continue;
      const isCity = town.size > 16, radius = isCity ? 2.6 : 1.9;
      context.font = `${isCity ? 600 : 400} ${town.size > 20 ? 13 : isCity ? 12 : 11}px system-ui, sans-serif`;
      const x = town.x * scale - origin.x, y = town.y * scale - origin.y;
      const width = context.measureText(town.name).width;
      const label = [x - radius - 4, y - 9, x + radius + width + 8, y + 9];
      if (taken.some((other) => !apart(label, other))) continue;
      taken.push(label);
      left--;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = frame.color('town');
      context.fill();
      context.lineWidth = 3;
      context.strokeStyle = frame.color('halo');
      context.strokeText(town.name, x + radius + 3, y);
      context.fillStyle = frame.color('label');
      context.fillText(town.name, x + radius + 3, y);
    }
  },
});

// Whether two boxes (left, top, right, bottom) do not touch.
function apart(a, b) {
  return a[2] < b[0] || a[0] > b[2] || a[3] < b[1] || a[1] > b[3];
}
