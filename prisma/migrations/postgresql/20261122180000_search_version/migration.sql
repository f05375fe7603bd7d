-- Where there is nothing yet, the index is complete: also that of version 2, which knows what is in files. Any other is built anew.
UPDATE "search_state" SET "value" = '{"version":2,"built":true}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
