-- AlterTable
ALTER TABLE "users" ADD COLUMN "access" TEXT NOT NULL DEFAULT 'account';

-- An index without entries is that of the new version.
UPDATE "search_state" SET "value" = '{"version":4,"built":true}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
