// SPDX-License-Identifier: Apache-2.0
//
// #embed (C23, 6.10.4) compiles the files into the program's constants, at no start-up cost: pages that are never read
// are never loaded.
#include "CMapAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#if !__has_embed("/usr/share/javascript/leaflet/leaflet.min.js") || !__has_embed("/usr/share/doc/libjs-leaflet/copyright")
#error "Leaflet is missing: install Debian's libjs-leaflet, or run .ci/bootstrap"
#endif
#if !__has_embed("/usr/share/javascript/leaflet/leaflet.markercluster.min.js") \
    || !__has_embed("/usr/share/doc/libjs-leaflet.markercluster/copyright")
#error "Leaflet.markercluster is missing: install Debian's libjs-leaflet.markercluster, or run .ci/bootstrap"
#endif

static const unsigned char layer[] = {
#embed "layer.bin"
};
static const unsigned char style[] = {
#embed "page.css"
};
static const unsigned char ground[] = {
#embed "ground.js"
};
static const unsigned char script[] = {
#embed "places.js"
    ,
#embed "page.js"
};
static const unsigned char leaflet[] = {
#embed "/usr/share/javascript/leaflet/leaflet.min.js"
};
static const unsigned char leaflet_style[] = {
#embed "/usr/share/javascript/leaflet/leaflet.css"
};
static const unsigned char leaflet_licence[] = {
#embed "/usr/share/doc/libjs-leaflet/copyright"
};
static const unsigned char cluster[] = {
#embed "/usr/share/javascript/leaflet/leaflet.markercluster.min.js"
};
static const unsigned char cluster_style[] = {
#embed "/usr/share/javascript/leaflet/MarkerCluster.css"
};
static const unsigned char cluster_licence[] = {
#embed "/usr/share/doc/libjs-leaflet.markercluster/copyright"
};

#define ASSET(bytes) (*count = sizeof(bytes), bytes)

const unsigned char *hometask_map_asset(enum hometask_map_asset asset, size_t *count) {
    switch (asset) {
    case HOMETASK_MAP_LAYER: return ASSET(layer);
    case HOMETASK_MAP_GROUND: return ASSET(ground);
    case HOMETASK_MAP_STYLE: return ASSET(style);
    case HOMETASK_MAP_SCRIPT: return ASSET(script);
    case HOMETASK_MAP_LEAFLET: return ASSET(leaflet);
    case HOMETASK_MAP_LEAFLET_STYLE: return ASSET(leaflet_style);
    case HOMETASK_MAP_LEAFLET_LICENCE: return ASSET(leaflet_licence);
    case HOMETASK_MAP_CLUSTER: return ASSET(cluster);
    case HOMETASK_MAP_CLUSTER_STYLE: return ASSET(cluster_style);
    case HOMETASK_MAP_CLUSTER_LICENCE: return ASSET(cluster_licence);
    }
    return NULL;
}
