-- AlterTable
ALTER TABLE "imports" ADD COLUMN "media_failed" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "media_files" ADD COLUMN "import_id" TEXT;

-- Where there is nothing yet, the index is complete: also that of version 3, which knows how files stand. Any other is built anew.
UPDATE "search_state" SET "value" = '{"version":3,"built":true}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
