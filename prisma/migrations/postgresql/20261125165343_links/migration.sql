-- CreateTable
CREATE TABLE "links" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asset_id" TEXT,
    "project_id" TEXT,
    "collection_id" INTEGER,
    "title" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "password" TEXT,
    "download" BOOLEAN NOT NULL,
    "comments" BOOLEAN NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_comments" (
    "id" TEXT NOT NULL,
    "link_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_comments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "links_hash_key" ON "links"("hash");

-- CreateIndex
CREATE INDEX "links_account_id_idx" ON "links"("account_id");

-- CreateIndex
CREATE INDEX "links_asset_id_id_idx" ON "links"("asset_id", "id") WHERE ("asset_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "links_project_id_id_idx" ON "links"("project_id", "id") WHERE ("project_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "links_collection_id_id_idx" ON "links"("collection_id", "id") WHERE ("collection_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "links_expires_at_idx" ON "links"("expires_at");

-- CreateIndex
CREATE INDEX "link_comments_link_id_network_created_at_idx" ON "link_comments"("link_id", "network", "created_at");

-- CreateIndex
CREATE INDEX "link_comments_created_at_idx" ON "link_comments"("created_at");

-- AddForeignKey
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_comments" ADD CONSTRAINT "link_comments_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;
