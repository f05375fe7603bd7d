-- CreateTable
CREATE TABLE "media_usage" (
    "account_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "bytes" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "media_usage_bytes_idx" ON "media_usage"("bytes");


-- What is there counts.
INSERT INTO "media_usage" ("account_id", "bytes")
SELECT "account_id", SUM("total") FROM "media_files" WHERE "status" = 'ready' AND "total" IS NOT NULL GROUP BY "account_id";
