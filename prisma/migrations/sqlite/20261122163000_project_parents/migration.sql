-- AlterTable
ALTER TABLE "change_inbox" ADD COLUMN "moved_project_id" TEXT;

-- CreateTable
CREATE TABLE "project_parents" (
    "account_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "parent_id" TEXT,

    PRIMARY KEY ("account_id", "project_id", "number")
);

-- Where everything stands today counts for all that has happened so far.
INSERT INTO "project_parents" ("account_id", "project_id", "number", "parent_id")
SELECT "account_id", "id", 0, "project_id" FROM "projects" WHERE "project_id" IS NOT NULL;

UPDATE "changes" SET "project_id" = "places"."project_id"
FROM (
    SELECT "history"."id" AS "entry_id",
        CASE WHEN "history"."asset_id" IS NULL THEN "projects"."project_id" ELSE "assets"."project_id" END AS "project_id"
    FROM "history"
    LEFT JOIN "assets" ON "assets"."id" = "history"."asset_id"
    LEFT JOIN "projects" ON "projects"."id" = "history"."project_id"
) AS "places"
WHERE "places"."entry_id" = "changes"."entry_id" AND "changes"."project_id" IS NULL AND "places"."project_id" IS NOT NULL;
