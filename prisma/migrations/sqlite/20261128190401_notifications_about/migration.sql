-- AlterTable
ALTER TABLE "notification_mails" ADD COLUMN "sent_of_guests" TEXT NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN "about_id" INTEGER;
ALTER TABLE "notifications" ADD COLUMN "about_type" TEXT;

-- CreateIndex
CREATE INDEX "notifications_user_id_kind_id_idx" ON "notifications"("user_id", "kind", "id");

-- CreateIndex
CREATE INDEX "notifications_about_id_about_type_idx" ON "notifications"("about_id", "about_type") WHERE "about_id" IS NOT NULL;

-- What is there already: the columns of the version before stay for its processes.
UPDATE "notifications" SET "about_type" = 'comment', "about_id" = "comment_id" WHERE "comment_id" IS NOT NULL;
UPDATE "notifications" SET "about_type" = 'approval', "about_id" = "approval_id" WHERE "approval_id" IS NOT NULL;

-- Names as they are stored from now on: on one line, without marks of direction, trimmed, empty where nothing is seen
-- (src/basics/names.ts). A guest must have one.
UPDATE "users" SET "name" = trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("name"
    , char(10), ' '), char(11), ' '), char(12), ' '), char(13), ' '), char(133), ' '), char(8232), ' ')
    , char(8233), ' '), char(1564), ''), char(8206), ''), char(8207), ''), char(8234), ''), char(8235), '')
    , char(8236), ''), char(8237), ''), char(8238), ''), char(8294), ''), char(8295), ''), char(8296), '')
    , char(8297), ''),
    char(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144,
    145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 173, 4447, 4448, 5760,
    6158, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8203, 8204, 8205, 8239, 8287,
    8288, 8289, 8290, 8291, 8292, 10240, 12288, 12644, 65279, 65440))
WHERE "name" <> '';
UPDATE "comments" SET "guest_name" = "tidy"."name" FROM (
  SELECT "id", COALESCE(NULLIF(trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace("guest_name"
    , char(10), ' '), char(11), ' '), char(12), ' '), char(13), ' '), char(133), ' '), char(8232), ' ')
    , char(8233), ' '), char(1564), ''), char(8206), ''), char(8207), ''), char(8234), ''), char(8235), '')
    , char(8236), ''), char(8237), ''), char(8238), ''), char(8294), ''), char(8295), ''), char(8296), '')
    , char(8297), ''),
    char(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144,
    145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 173, 4447, 4448, 5760,
    6158, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8203, 8204, 8205, 8239, 8287,
    8288, 8289, 8290, 8291, 8292, 10240, 12288, 12644, 65279, 65440)), ''), 'Guest') AS "name"
  FROM "comments" WHERE "guest_name" IS NOT NULL
) AS "tidy" WHERE "tidy"."id" = "comments"."id" AND "tidy"."name" <> "comments"."guest_name";
