-- CreateTable
CREATE TABLE "field_groups" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "field_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fields" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "field_type" TEXT NOT NULL,
    "dropdown_options" TEXT NOT NULL,
    "searchable" BOOLEAN NOT NULL,
    "read_only" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fields_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "field_values" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "document" TEXT NOT NULL,

    CONSTRAINT "field_values_pkey" PRIMARY KEY ("item_id","field_group_id")
);

-- CreateIndex
CREATE INDEX "field_groups_account_id_id_idx" ON "field_groups"("account_id", "id");

-- CreateIndex
CREATE INDEX "fields_field_group_id_id_idx" ON "fields"("field_group_id", "id");

-- CreateIndex
CREATE INDEX "field_values_field_group_id_item_id_idx" ON "field_values"("field_group_id", "item_id");

-- AddForeignKey
ALTER TABLE "fields" ADD CONSTRAINT "fields_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "field_values" ADD CONSTRAINT "field_values_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

