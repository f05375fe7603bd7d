-- AlterTable
ALTER TABLE "links" ADD COLUMN     "bytes" BIGINT,
ADD COLUMN     "drop_folder_id" INTEGER,
ADD COLUMN     "files" INTEGER,
ADD COLUMN     "projects" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "link_uploads" (
    "upload_id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "link_id" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "has_come" BOOLEAN NOT NULL,

    CONSTRAINT "link_uploads_pkey" PRIMARY KEY ("upload_id")
);

-- CreateIndex
CREATE INDEX "link_uploads_link_id_upload_id_idx" ON "link_uploads"("link_id", "upload_id");

-- AddForeignKey
ALTER TABLE "link_uploads" ADD CONSTRAINT "link_uploads_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;
