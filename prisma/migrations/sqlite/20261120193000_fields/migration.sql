-- CreateTable
CREATE TABLE "field_groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "fields" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "field_type" TEXT NOT NULL,
    "dropdown_options" TEXT NOT NULL,
    "searchable" BOOLEAN NOT NULL,
    "read_only" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "fields_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "field_values" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "document" TEXT NOT NULL,

    PRIMARY KEY ("item_id", "field_group_id"),
    CONSTRAINT "field_values_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "field_groups_account_id_id_idx" ON "field_groups"("account_id", "id");

-- CreateIndex
CREATE INDEX "fields_field_group_id_id_idx" ON "fields"("field_group_id", "id");

-- CreateIndex
CREATE INDEX "field_values_field_group_id_item_id_idx" ON "field_values"("field_group_id", "item_id");

