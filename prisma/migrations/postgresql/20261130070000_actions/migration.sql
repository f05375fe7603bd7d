-- CreateTable
CREATE TABLE "actions" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "trigger_events" TEXT NOT NULL,
    "parallel" INTEGER NOT NULL,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL,
    "starts_skipped" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "action_revisions" (
    "account_id" INTEGER NOT NULL,
    "action_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "steps" TEXT NOT NULL,

    CONSTRAINT "action_revisions_pkey" PRIMARY KEY ("action_id","number")
);

-- CreateTable
CREATE TABLE "action_triggers" (
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "action_id" INTEGER NOT NULL,

    CONSTRAINT "action_triggers_pkey" PRIMARY KEY ("account_id","event","action_id")
);

-- CreateTable
CREATE TABLE "action_runs" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "action_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "batch" TEXT,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "event_id" TEXT,
    "causes" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "error" TEXT,
    "retry_of" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "action_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "action_steps" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "run_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "result" TEXT,
    "error" TEXT,
    "webhook_id" INTEGER,
    "queue" TEXT,
    "event_id" TEXT,
    "delivered" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "owner" TEXT,
    "lease_token" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "action_steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "action_log" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "run_id" TEXT NOT NULL,
    "step" TEXT,
    "attempt" INTEGER,
    "message" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "action_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "actions_account_id_id_idx" ON "actions"("account_id", "id");

-- CreateIndex
CREATE INDEX "actions_deleted_at_id_idx" ON "actions"("deleted_at", "id") WHERE ("deleted_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_triggers_action_id_idx" ON "action_triggers"("action_id");

-- CreateIndex
CREATE INDEX "action_runs_account_id_id_idx" ON "action_runs"("account_id", "id");

-- CreateIndex
CREATE INDEX "action_runs_account_id_status_id_idx" ON "action_runs"("account_id", "status", "id");

-- CreateIndex
CREATE INDEX "action_runs_action_id_id_idx" ON "action_runs"("action_id", "id");

-- CreateIndex
CREATE INDEX "action_runs_waiting_idx" ON "action_runs"("action_id", "id") WHERE ("status" = 'waiting');

-- CreateIndex
CREATE INDEX "action_runs_running_idx" ON "action_runs"("action_id") WHERE ("status" = 'running');

-- CreateIndex
CREATE INDEX "action_runs_item_id_id_idx" ON "action_runs"("item_id", "id");

-- CreateIndex
CREATE INDEX "action_runs_batch_id_idx" ON "action_runs"("batch", "id") WHERE ("batch" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_runs_action_id_item_id_started_at_idx" ON "action_runs"("action_id", "item_id", "started_at") WHERE ("event_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_runs_finished_at_id_idx" ON "action_runs"("finished_at", "id") WHERE ("finished_at" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "action_runs_action_id_item_id_key" ON "action_runs"("action_id", "item_id") WHERE ("status" = 'waiting' AND "event_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_steps_account_id_queue_id_idx" ON "action_steps"("account_id", "queue", "id") WHERE ("status" = 'ready' AND "queue" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_steps_webhook_id_idx" ON "action_steps"("webhook_id") WHERE ("finished_at" IS NULL AND "webhook_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_steps_event_id_idx" ON "action_steps"("event_id") WHERE ("event_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_steps_owner_idx" ON "action_steps"("owner") WHERE ("lease_token" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_steps_due_at_id_idx" ON "action_steps"("due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "action_steps_account_id_user_id_due_at_id_idx" ON "action_steps"("account_id", "user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "action_steps_run_id_position_key" ON "action_steps"("run_id", "position");

-- CreateIndex
CREATE INDEX "action_log_run_id_id_idx" ON "action_log"("run_id", "id");
