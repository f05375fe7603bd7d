-- DropIndex
DROP INDEX "assets_account_id_owner_id_idx";
