-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","digest")
);

-- CreateIndex
CREATE INDEX "idempotency_keys_account_id_created_at_idx" ON "idempotency_keys"("account_id", "created_at");
