-- CreateTable
CREATE TABLE "favorites" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "favorites_pkey" PRIMARY KEY ("item_id","item_type","user_id")
);

-- Where there is nothing yet, the index is complete: also that of version 5, which knows approvals and favorites. Any other is built anew.
UPDATE "search_state" SET "value" = '{"version":5,"built":true}'
WHERE "name" = 'search_index' AND NOT EXISTS (SELECT 1 FROM "assets") AND NOT EXISTS (SELECT 1 FROM "projects");
