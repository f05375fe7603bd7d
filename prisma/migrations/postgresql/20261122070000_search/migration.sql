-- The search index. It is made from the rows and is no part of the data model: prisma.config.ts names its tables as external.

-- One row for each item. `lexemes` holds its words and its terms, which begin with `_`, without positions; `words` holds the words in
-- their order, which phrases are looked for in.
CREATE TABLE "search_items" (
    "item_id" TEXT COLLATE "C" NOT NULL,
    "item_type" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" TEXT COLLATE "C",
    "created" BIGINT NOT NULL,
    "modified" BIGINT NOT NULL,
    "title_key" TEXT COLLATE "C" NOT NULL,
    "facets" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "title_words" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "lexemes" tsvector NOT NULL,

    CONSTRAINT "search_items_pkey" PRIMARY KEY ("item_id")
);
CREATE INDEX "search_items_account_id_modified_item_id_idx" ON "search_items"("account_id", "modified", "item_id");
CREATE INDEX "search_items_account_id_created_item_id_idx" ON "search_items"("account_id", "created", "item_id");
-- A key of an index has at most 2704 bytes, a title may be longer.
CREATE INDEX "search_items_account_id_title_idx" ON "search_items"("account_id", (left("title_key", 100)));
CREATE INDEX "search_items_lexemes_idx" ON "search_items" USING GIN ("lexemes") WITH (gin_pending_list_limit = 512);

-- Groups of fields whose items have to be indexed again, as one of their fields has changed.
CREATE TABLE "search_refreshes" (
    "id" SERIAL NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "after_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL
);

-- How far the index is: one row, see src/search/state.ts.
CREATE TABLE "search_state" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- Where there are no items the index is complete already.
INSERT INTO "search_state" ("name", "value")
SELECT 'search_index', '{"version":1,"built":true}' WHERE NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
