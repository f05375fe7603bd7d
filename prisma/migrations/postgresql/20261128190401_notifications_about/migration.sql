-- AlterTable
ALTER TABLE "notification_mails" ADD COLUMN     "sent_of_guests" TEXT NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "about_id" INTEGER,
ADD COLUMN     "about_type" TEXT;

-- CreateIndex
CREATE INDEX "notifications_user_id_kind_id_idx" ON "notifications"("user_id", "kind", "id");

-- CreateIndex
CREATE INDEX "notifications_about_id_about_type_idx" ON "notifications"("about_id", "about_type") WHERE ("about_id" IS NOT NULL);

-- What is there already: the columns of the version before stay for its processes.
UPDATE "notifications" SET "about_type" = 'comment', "about_id" = "comment_id" WHERE "comment_id" IS NOT NULL;
UPDATE "notifications" SET "about_type" = 'approval', "about_id" = "approval_id" WHERE "approval_id" IS NOT NULL;

-- Names as they are stored from now on: on one line, without marks of direction, trimmed, empty where nothing is seen
-- (src/basics/names.ts). A guest must have one.
UPDATE "users" SET "name" = btrim(translate("name", E'\u000a\u000b\u000c\u000d\u0085\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', '       '),
    E'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u0020\u007f\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f\u00a0\u00ad\u115f\u1160\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u202f\u205f\u2060\u2061\u2062\u2063\u2064\u2800\u3000\u3164\ufeff\uffa0')
WHERE "name" <> '';
UPDATE "comments" SET "guest_name" = "tidy"."name" FROM (
  SELECT "id", COALESCE(NULLIF(btrim(translate("guest_name", E'\u000a\u000b\u000c\u000d\u0085\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069', '       '),
    E'\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\u0020\u007f\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f\u0090\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f\u00a0\u00ad\u115f\u1160\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u202f\u205f\u2060\u2061\u2062\u2063\u2064\u2800\u3000\u3164\ufeff\uffa0'), ''), 'Guest') AS "name"
  FROM "comments" WHERE "guest_name" IS NOT NULL
) AS "tidy" WHERE "tidy"."id" = "comments"."id" AND "tidy"."name" <> "comments"."guest_name";
