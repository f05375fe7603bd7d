-- Where there is nothing yet, the index is complete: also that of version 6, whose entries are compared in another way. Any other is built anew.
UPDATE "search_state" SET "value" = '{"version":6,"built":true}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
