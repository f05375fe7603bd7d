-- A database without items has nothing to renew. Its index is of the version that src/search/state.ts names.
UPDATE "search_state" SET "value" = '{"version":8,"built":true,"form":1}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
