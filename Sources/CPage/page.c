// SPDX-License-Identifier: Apache-2.0
//
// #embed (C23, 6.10.4) compiles the files into the program's constants.
#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_js[] = {
#embed "../HometaskWeb/Page/app.js"
};
static const unsigned char checklist_js[] = {
#embed "../HometaskWeb/Page/checklist.js"
};
static const unsigned char clues_js[] = {
#embed "../HometaskWeb/Page/clues.js"
};
static const unsigned char drafts_js[] = {
#embed "../HometaskWeb/Page/drafts.js"
};
static const unsigned char engine_js[] = {
#embed "../HometaskWeb/Page/engine.js"
};
static const unsigned char exchange_js[] = {
#embed "../HometaskWeb/Page/exchange.js"
};
static const unsigned char export_js[] = {
#embed "../HometaskWeb/Page/export.js"
};
static const unsigned char family_js[] = {
#embed "../HometaskWeb/Page/family.js"
};
static const unsigned char faults_js[] = {
#embed "../HometaskWeb/Page/faults.js"
};
static const unsigned char history_js[] = {
#embed "../HometaskWeb/Page/history.js"
};
static const unsigned char home_js[] = {
#embed "../HometaskWeb/Page/home.js"
};
static const unsigned char hunts_js[] = {
#embed "../HometaskWeb/Page/hunts.js"
};
static const unsigned char icon_svg[] = {
#embed "../HometaskWeb/Page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../HometaskWeb/Page/index.html"
};
static const unsigned char join_js[] = {
#embed "../HometaskWeb/Page/join.js"
};
static const unsigned char de_json[] = {
#embed "../HometaskWeb/Page/languages/de.json"
};
static const unsigned char en_json[] = {
#embed "../HometaskWeb/Page/languages/en.json"
};
static const unsigned char es_json[] = {
#embed "../HometaskWeb/Page/languages/es.json"
};
static const unsigned char fr_json[] = {
#embed "../HometaskWeb/Page/languages/fr.json"
};
static const unsigned char nl_json[] = {
#embed "../HometaskWeb/Page/languages/nl.json"
};
static const unsigned char lists_js[] = {
#embed "../HometaskWeb/Page/lists.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../HometaskWeb/Page/manifest.webmanifest"
};
static const unsigned char map_css[] = {
#embed "../HometaskWeb/Page/map.css"
};
static const unsigned char map_js[] = {
#embed "../HometaskWeb/Page/map.js"
};
static const unsigned char messages_js[] = {
#embed "../HometaskWeb/Page/messages.js"
};
static const unsigned char notes_js[] = {
#embed "../HometaskWeb/Page/notes.js"
};
static const unsigned char old_js[] = {
#embed "../HometaskWeb/Page/old.js"
};
static const unsigned char order_js[] = {
#embed "../HometaskWeb/Page/order.js"
};
static const unsigned char page_css[] = {
#embed "../HometaskWeb/Page/page.css"
};
static const unsigned char page_js[] = {
#embed "../HometaskWeb/Page/page.js"
};
static const unsigned char passkeys_js[] = {
#embed "../HometaskWeb/Page/passkeys.js"
};
static const unsigned char phone_js[] = {
#embed "../HometaskWeb/Page/phone.js"
};
static const unsigned char photos_js[] = {
#embed "../HometaskWeb/Page/photos.js"
};
static const unsigned char places_js[] = {
#embed "../HometaskWeb/Page/places.js"
};
static const unsigned char plain_js[] = {
#embed "../HometaskWeb/Page/plain.js"
};
static const unsigned char recover_js[] = {
#embed "../HometaskWeb/Page/recover.js"
};
static const unsigned char reminders_js[] = {
#embed "../HometaskWeb/Page/reminders.js"
};
static const unsigned char requests_js[] = {
#embed "../HometaskWeb/Page/requests.js"
};
static const unsigned char scrypt_js[] = {
#embed "../HometaskWeb/Page/scrypt.js"
};
static const unsigned char settings_js[] = {
#embed "../HometaskWeb/Page/settings.js"
};
static const unsigned char shopping_js[] = {
#embed "../HometaskWeb/Page/shopping.js"
};
static const unsigned char signin_js[] = {
#embed "../HometaskWeb/Page/signin.js"
};
static const unsigned char statistics_js[] = {
#embed "../HometaskWeb/Page/statistics.js"
};
static const unsigned char store_js[] = {
#embed "../HometaskWeb/Page/store.js"
};
static const unsigned char swipe_js[] = {
#embed "../HometaskWeb/Page/swipe.js"
};
static const unsigned char sync_js[] = {
#embed "../HometaskWeb/Page/sync.js"
};
static const unsigned char task_js[] = {
#embed "../HometaskWeb/Page/task.js"
};
static const unsigned char theme_js[] = {
#embed "../HometaskWeb/Page/theme.js"
};
static const unsigned char values_js[] = {
#embed "../HometaskWeb/Page/values.js"
};
static const unsigned char view_js[] = {
#embed "../HometaskWeb/Page/view.js"
};
static const unsigned char words_js[] = {
#embed "../HometaskWeb/Page/words.js"
};
static const unsigned char worker_js[] = {
#embed "../HometaskWeb/Page/worker.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct hometask_page_file files[] = {
    FILE("app.js", app_js),
    FILE("checklist.js", checklist_js),
    FILE("clues.js", clues_js),
    FILE("drafts.js", drafts_js),
    FILE("engine.js", engine_js),
    FILE("exchange.js", exchange_js),
    FILE("export.js", export_js),
    FILE("family.js", family_js),
    FILE("faults.js", faults_js),
    FILE("history.js", history_js),
    FILE("home.js", home_js),
    FILE("hunts.js", hunts_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("join.js", join_js),
    FILE("languages/de.json", de_json),
    FILE("languages/en.json", en_json),
    FILE("languages/es.json", es_json),
    FILE("languages/fr.json", fr_json),
    FILE("languages/nl.json", nl_json),
    FILE("lists.js", lists_js),
    FILE("manifest.webmanifest", manifest_webmanifest),
    FILE("map.css", map_css),
    FILE("map.js", map_js),
    FILE("messages.js", messages_js),
    FILE("notes.js", notes_js),
    FILE("old.js", old_js),
    FILE("order.js", order_js),
    FILE("page.css", page_css),
    FILE("page.js", page_js),
    FILE("passkeys.js", passkeys_js),
    FILE("phone.js", phone_js),
    FILE("photos.js", photos_js),
    FILE("places.js", places_js),
    FILE("plain.js", plain_js),
    FILE("recover.js", recover_js),
    FILE("reminders.js", reminders_js),
    FILE("requests.js", requests_js),
    FILE("scrypt.js", scrypt_js),
    FILE("settings.js", settings_js),
    FILE("shopping.js", shopping_js),
    FILE("signin.js", signin_js),
    FILE("statistics.js", statistics_js),
    FILE("store.js", store_js),
    FILE("swipe.js", swipe_js),
    FILE("sync.js", sync_js),
    FILE("task.js", task_js),
    FILE("theme.js", theme_js),
    FILE("values.js", values_js),
    FILE("view.js", view_js),
    FILE("words.js", words_js),
    FILE("worker.js", worker_js),
    {0},
};

const struct hometask_page_file *hometask_page_files(void) { return files; }
