-- CreateTable
CREATE TABLE "media_usage" (
    "account_id" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "media_usage_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX "media_usage_bytes_idx" ON "media_usage"("bytes");


-- What is there counts.
INSERT INTO "media_usage" ("account_id", "bytes")
SELECT "account_id", SUM("total") FROM "media_files" WHERE "status" = 'ready' AND "total" IS NOT NULL GROUP BY "account_id";
