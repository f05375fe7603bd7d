-- The search index. It is made from the rows and is no part of the data model: prisma.config.ts names its tables as external.

-- One row for each item. `id` is in order of `modified`: 2,097,152 ids for each second (src/search/sqlite/write.ts).
CREATE TABLE "search_items" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "project_id" TEXT,
    "created" INTEGER NOT NULL,
    "modified" INTEGER NOT NULL,
    "title_key" TEXT NOT NULL,
    "facets" TEXT NOT NULL,
    "digest" TEXT NOT NULL
);
CREATE UNIQUE INDEX "search_items_item_id_key" ON "search_items"("item_id");
CREATE INDEX "search_items_account_id_modified_item_id_idx" ON "search_items"("account_id", "modified", "item_id");
CREATE INDEX "search_items_account_id_created_item_id_idx" ON "search_items"("account_id", "created", "item_id");
CREATE INDEX "search_items_account_id_title_key_item_id_idx" ON "search_items"("account_id", "title_key", "item_id");

-- Its rowids are the ids of search_items. It is given ready words of letters and digits, and terms that begin with `_`.
CREATE VIRTUAL TABLE "search_index" USING fts5(title, words, terms, content='', contentless_delete=1, prefix='2 3', tokenize="ascii tokenchars '_'");

-- Groups of fields whose items have to be indexed again, as one of their fields has changed.
CREATE TABLE "search_refreshes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL DEFAULT '',
    "created_at" DATETIME NOT NULL
);

-- How far the index is: one row, see src/search/state.ts.
CREATE TABLE "search_state" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- Where there are no items the index is complete already.
INSERT INTO "search_state" ("name", "value")
SELECT 'search_index', '{"version":1,"built":true}' WHERE NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
