-- Where there is nothing yet, the index is complete: also that of version 7, with characters of scripts without spaces, emoji, and numbers in titles. Any other is built anew.
UPDATE "search_state" SET "value" = '{"version":7,"built":true}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
