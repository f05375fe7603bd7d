-- CreateTable
CREATE TABLE "approvals" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asked_by" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "request" TEXT,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "approvals_asset_id_user_id_key" ON "approvals"("asset_id", "user_id");
