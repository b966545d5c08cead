// SPDX-License-Identifier: Apache-2.0
//
// The files of a map, compiled into the program: Swift has no literal for the bytes of a file, and an array literal of
// a million numbers takes its compiler minutes.
#ifndef CMAPASSETS_H
#define CMAPASSETS_H

#include <stddef.h>

enum hometask_map_asset {
    HOMETASK_MAP_LAYER,             // coastlines, borders and towns: layer.bin
    HOMETASK_MAP_GROUND,            // draws the layer: ground.js
    HOMETASK_MAP_STYLE,             // the page's own: page.css
    HOMETASK_MAP_SCRIPT,            // the page's own: places.js and page.js, one after the other
    HOMETASK_MAP_LEAFLET,           // Debian's libjs-leaflet
    HOMETASK_MAP_LEAFLET_STYLE,
    HOMETASK_MAP_LEAFLET_LICENCE,
    HOMETASK_MAP_CLUSTER,           // Debian's libjs-leaflet.markercluster
    HOMETASK_MAP_CLUSTER_STYLE,
    HOMETASK_MAP_CLUSTER_LICENCE,
};

/// The bytes of a file, valid for the life of the program; NULL for an unknown number.
const unsigned char *hometask_map_asset(enum hometask_map_asset asset, size_t *count);

#endif
