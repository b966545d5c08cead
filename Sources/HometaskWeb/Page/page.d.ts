// SPDX-License-Identifier: Apache-2.0
//
// Types for the check of the scripts (`.ci/scripts`). The page does not contain this file.

/** Leaflet, which the map loads. */
declare const L: any;

/** Reads the coastlines, borders and towns of the map, and draws them; from `ground.js` of HometaskMapAssets. */
declare function readGround(bytes: Uint8Array): any;
declare const GroundLayer: any;

/** When a task is due: on a day, or at an instant. */
interface Due { date?: string, at?: string }

interface Position { latitude?: number, longitude?: number }

/** What a stored document is besides its text. */
interface StoredFlags { isUnreadable?: boolean, isDerived?: boolean, isOffered?: boolean }

/** A form of one line. */
interface LineForm { label: string, button: string, placeholder?: string, kind?: string, draft?: string }

interface Navigator {
  userAgentData?: { platform: string };
  wakeLock?: { request(type: "screen"): Promise<any> };
}
