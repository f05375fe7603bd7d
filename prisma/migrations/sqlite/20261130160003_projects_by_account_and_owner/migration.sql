-- DropIndex
DROP INDEX "projects_account_id_owner_id_idx";
