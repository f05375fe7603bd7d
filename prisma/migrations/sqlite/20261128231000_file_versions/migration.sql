-- AlterTable
ALTER TABLE "assets" ADD COLUMN "versions" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "media_files" ADD COLUMN "version" INTEGER;

-- AlterTable
ALTER TABLE "comments" ADD COLUMN "version" INTEGER;

-- Comments keep the number of their file, which may go. Files are numbered by those that follow them
-- (src/media/versions/present-file.ts).
UPDATE "comments" SET "version" = (
  SELECT NULLIF(COUNT(*), 0) FROM "media_files" AS "file" JOIN "media_files" AS "earlier" ON "earlier"."asset_id" = "file"."asset_id"
  WHERE "file"."id" = "comments"."media_id" AND "earlier"."status" IN ('ready', 'replaced')
    AND ("earlier"."finished_at", "earlier"."created_at", "earlier"."id") <= ("file"."finished_at", "file"."created_at", "file"."id")
) WHERE "media_id" IS NOT NULL;
