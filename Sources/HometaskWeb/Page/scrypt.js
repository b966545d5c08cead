// SPDX-License-Identifier: Apache-2.0
//
// A worker that derives the key of a code word with scrypt (RFC 7914), r = 8 and p = 1, which browsers lack; only its
// first and last steps, PBKDF2, are native. At the default cost, scrypt takes 128 MiB and some seconds, so it runs in a
// worker, whose memory is freed when it ends.

/** The number of 32-bit words in a block of 128 · r bytes. */
const SIZE = 256;

onmessage = async ({ data: { word, salt, cost } }) => {
  try {
    const key = await crypto.subtle.importKey("raw", word, "PBKDF2", false, ["deriveBits"]);
    const stretch = async (salt, count) => new Uint8Array(
      await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: 1 }, key, count * 8));
    const block = await stretch(salt, SIZE * 4);
    mix(new Uint32Array(block.buffer), 2 ** cost);
    postMessage({ bytes: await stretch(block, 64) });
  } catch (error) {
    postMessage({ reason: error.message });
  }
};

/** Computes scryptROMix on little-endian words, the native byte order wherever browsers run. */
function mix(block, count) {
  const kept = new Uint32Array(count * SIZE);
  const room = new Uint32Array(SIZE);
  for (let at = 0; at < count; at++) {
    kept.set(block, at * SIZE);
    mixBlock(block, room);
  }
  for (let turn = 0; turn < count; turn++) {
    const start = (block[SIZE - 16] & (count - 1)) * SIZE;
    for (let at = 0; at < SIZE; at++) block[at] ^= kept[start + at];
    mixBlock(block, room);
  }
}

/** Computes scryptBlockMix, in place on a block. */
function mixBlock(block, room) {
  room.set(block);
  let before = SIZE - 16;
  let source = room;
  for (let at = 0; at < SIZE; at += 16) {
    // The even parts come first, then the odd ones.
    const to = (at >> 5 << 4) + (at & 16) * 8;
    salsa(source, before, room, at, block, to);
    [source, before] = [block, to];
  }
}

const turn = (value, count) => (value << count) | (value >>> (32 - count));

/** Computes Salsa20/8 of the XOR of two parts, and writes it to a position in a block. */
function salsa(one, from, other, at, block, to) {
  let a = one[from] ^ other[at], b = one[from + 1] ^ other[at + 1], c = one[from + 2] ^ other[at + 2];
  let d = one[from + 3] ^ other[at + 3], e = one[from + 4] ^ other[at + 4], f = one[from + 5] ^ other[at + 5];
  let g = one[from + 6] ^ other[at + 6], h = one[from + 7] ^ other[at + 7], i = one[from + 8] ^ other[at + 8];
  let j = one[from + 9] ^ other[at + 9], k = one[from + 10] ^ other[at + 10], l = one[from + 11] ^ other[at + 11];
  let m = one[from + 12] ^ other[at + 12], n = one[from + 13] ^ other[at + 13], o = one[from + 14] ^ other[at + 14];
  let p = one[from + 15] ^ other[at + 15];
  for (let round = 0; round < 4; round++) {
    e ^= turn(a + m | 0, 7); i ^= turn(e + a | 0, 9); m ^= turn(i + e | 0, 13); a ^= turn(m + i | 0, 18);
    j ^= turn(f + b | 0, 7); n ^= turn(j + f | 0, 9); b ^= turn(n + j | 0, 13); f ^= turn(b + n | 0, 18);
    o ^= turn(k + g | 0, 7); c ^= turn(o + k | 0, 9); g ^= turn(c + o | 0, 13); k ^= turn(g + c | 0, 18);
    d ^= turn(p + l | 0, 7); h ^= turn(d + p | 0, 9); l ^= turn(h + d | 0, 13); p ^= turn(l + h | 0, 18);
    b ^= turn(a + d | 0, 7); c ^= turn(b + a | 0, 9); d ^= turn(c + b | 0, 13); a ^= turn(d + c | 0, 18);
    g ^= turn(f + e | 0, 7); h ^= turn(g + f | 0, 9); e ^= turn(h + g | 0, 13); f ^= turn(e + h | 0, 18);
    l ^= turn(k + j | 0, 7); i ^= turn(l + k | 0, 9); j ^= turn(i + l | 0, 13); k ^= turn(j + i | 0, 18);
    m ^= turn(p + o | 0, 7); n ^= turn(m + p | 0, 9); o ^= turn(n + m | 0, 13); p ^= turn(o + n | 0, 18);
  }
  block[to] = a + (one[from] ^ other[at]); block[to + 1] = b + (one[from + 1] ^ other[at + 1]);
  block[to + 2] = c + (one[from + 2] ^ other[at + 2]); block[to + 3] = d + (one[from + 3] ^ other[at + 3]);
  block[to + 4] = e + (one[from + 4] ^ other[at + 4]); block[to + 5] = f + (one[from + 5] ^ other[at + 5]);
  block[to + 6] = g + (one[from + 6] ^ other[at + 6]); block[to + 7] = h + (one[from + 7] ^ other[at + 7]);
  block[to + 8] = i + (one[from + 8] ^ other[at + 8]); block[to + 9] = j + (one[from + 9] ^ other[at + 9]);
  block[to + 10] = k + (one[from + 10] ^ other[at + 10]); block[to + 11] = l + (one[from + 11] ^ other[at + 11]);
  block[to + 12] = m + (one[from + 12] ^ other[at + 12]); block[to + 13] = n + (one[from + 13] ^ other[at + 13]);
  block[to + 14] = o + (one[from + 14] ^ other[at + 14]); block[to + 15] = p + (one[from + 15] ^ other[at + 15]);
}
