-- AlterTable
ALTER TABLE "links" ADD COLUMN "bytes" BIGINT;
ALTER TABLE "links" ADD COLUMN "drop_folder_id" INTEGER;
ALTER TABLE "links" ADD COLUMN "files" INTEGER;
ALTER TABLE "links" ADD COLUMN "projects" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "link_uploads" (
    "upload_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "link_id" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "has_come" BOOLEAN NOT NULL,
    CONSTRAINT "link_uploads_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "link_uploads_link_id_upload_id_idx" ON "link_uploads"("link_id", "upload_id");
