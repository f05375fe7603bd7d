-- A PostgreSQL database as commit 4586bbdc made it, by all of the migrations that were there before `init`: a dump without data of users.

CREATE TABLE _prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE accounts (
    id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE accounts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE accounts_id_seq OWNED BY accounts.id;

CREATE TABLE api_keys (
    id integer NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    name text,
    hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    scope text DEFAULT 'write'::text NOT NULL
);

CREATE SEQUENCE api_keys_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE api_keys_id_seq OWNED BY api_keys.id;

CREATE TABLE approvals (
    id integer NOT NULL,
    account_id integer NOT NULL,
    asset_id text NOT NULL,
    user_id integer NOT NULL,
    asked_by integer NOT NULL,
    status text NOT NULL,
    request text,
    text text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone
);

CREATE SEQUENCE approvals_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE approvals_id_seq OWNED BY approvals.id;

CREATE TABLE assets (
    id text NOT NULL,
    account_id integer NOT NULL,
    external_id text,
    project_id text,
    parent_asset_id text,
    owner text NOT NULL,
    description text NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    tags text NOT NULL,
    media_type text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    original_filename text,
    created_at timestamp(3) with time zone NOT NULL,
    modified_at timestamp(3) with time zone NOT NULL,
    cohort_id text
);

CREATE TABLE cascades (
    account_id integer NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    project_id text NOT NULL,
    cohort_id text,
    user_id integer NOT NULL
);

CREATE TABLE change_inbox (
    "position" bigint NOT NULL,
    account_id integer NOT NULL,
    entry_id text NOT NULL,
    project_id text,
    moved_project_id text
);

CREATE SEQUENCE change_inbox_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE changes (
    account_id integer NOT NULL,
    number bigint NOT NULL,
    entry_id text NOT NULL,
    project_id text
);

CREATE TABLE collection_assets (
    account_id integer NOT NULL,
    collection_id integer NOT NULL,
    asset_id text NOT NULL,
    place bigint NOT NULL
);

CREATE TABLE collections (
    id integer NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    is_public boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone
);

CREATE SEQUENCE collections_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE collections_id_seq OWNED BY collections.id;

CREATE TABLE comment_leftovers (
    item_id text NOT NULL,
    account_id integer NOT NULL
);

CREATE TABLE comments (
    id integer NOT NULL,
    account_id integer NOT NULL,
    item_type text NOT NULL,
    item_id text NOT NULL,
    user_id integer NOT NULL,
    guest_name text,
    link_id integer,
    text text NOT NULL,
    internal boolean NOT NULL,
    reply_to integer,
    "time" double precision,
    duration double precision,
    page integer,
    area text,
    done boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE comments_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE comments_id_seq OWNED BY comments.id;

CREATE TABLE external_ids (
    account_id integer NOT NULL,
    digest text NOT NULL,
    item_type text NOT NULL,
    item_id text NOT NULL
);

CREATE TABLE favorites (
    account_id integer NOT NULL,
    item_type text NOT NULL,
    item_id text NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE field_groups (
    id integer NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    group_type text NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    removed boolean DEFAULT false NOT NULL
);

CREATE SEQUENCE field_groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE field_groups_id_seq OWNED BY field_groups.id;

CREATE TABLE field_removals (
    id integer NOT NULL,
    account_id integer NOT NULL,
    field_group_id integer NOT NULL,
    field_id integer,
    user_id integer NOT NULL,
    after_id text NOT NULL
);

CREATE SEQUENCE field_removals_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE field_removals_id_seq OWNED BY field_removals.id;

CREATE TABLE field_values (
    account_id integer NOT NULL,
    item_type text NOT NULL,
    item_id text NOT NULL,
    field_group_id integer NOT NULL,
    document text NOT NULL
);

CREATE TABLE fields (
    id integer NOT NULL,
    account_id integer NOT NULL,
    field_group_id integer NOT NULL,
    name text NOT NULL,
    field_type text NOT NULL,
    dropdown_options text NOT NULL,
    searchable boolean NOT NULL,
    read_only boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    metadata_source text
);

CREATE SEQUENCE fields_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE fields_id_seq OWNED BY fields.id;

CREATE TABLE history (
    id text NOT NULL,
    account_id integer NOT NULL,
    event text NOT NULL,
    severity integer NOT NULL,
    targets text NOT NULL,
    "time" timestamp(3) with time zone NOT NULL,
    user_id integer NOT NULL,
    asset_id text,
    project_id text,
    to_project_id text,
    fields text
);

CREATE TABLE idempotency_keys (
    account_id integer NOT NULL,
    digest text NOT NULL,
    request_digest text NOT NULL,
    status integer NOT NULL,
    answer text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE identities (
    user_id integer NOT NULL,
    account_id integer NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE import_chunks (
    import_id text NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL
);

CREATE TABLE import_errors (
    import_id text NOT NULL,
    number integer NOT NULL,
    line integer NOT NULL,
    column_name text,
    error text NOT NULL
);

CREATE TABLE import_notes (
    import_id text NOT NULL,
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE imports (
    id text NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    status text NOT NULL,
    mode text NOT NULL,
    key text NOT NULL,
    dry_run boolean NOT NULL,
    format text NOT NULL,
    header text,
    size integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    line integer DEFAULT 1 NOT NULL,
    rows integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    errors integer DEFAULT 0 NOT NULL,
    error text,
    due_at timestamp(3) with time zone,
    lease_token text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    media_failed integer DEFAULT 0 NOT NULL,
    owner text
);

CREATE TABLE link_comments (
    id text NOT NULL,
    link_id integer NOT NULL,
    network text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE links (
    id integer NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    asset_id text,
    project_id text,
    collection_id integer,
    title text NOT NULL,
    hash text NOT NULL,
    password text,
    download boolean NOT NULL,
    comments boolean NOT NULL,
    uses integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE SEQUENCE links_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE links_id_seq OWNED BY links.id;

CREATE TABLE media_analyses (
    id text NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    status text NOT NULL,
    quiet boolean DEFAULT false NOT NULL,
    backlog boolean DEFAULT false NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    lease_token text,
    staged text,
    owner text
);

CREATE TABLE media_blobs (
    id text NOT NULL,
    sha256 text NOT NULL,
    size bigint NOT NULL,
    key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    analysis text,
    content_type text,
    metadata text,
    playback text,
    rendering text,
    crc32 bigint,
    analysis_version integer DEFAULT 0 NOT NULL,
    rendering_version integer DEFAULT 0 NOT NULL
);

CREATE TABLE media_bundles (
    id text NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    files text NOT NULL,
    size bigint NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    unsummed text DEFAULT '[]'::text NOT NULL
);

CREATE TABLE media_downloads (
    signature text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE media_files (
    id text NOT NULL,
    account_id integer NOT NULL,
    asset_id text NOT NULL,
    user_id integer NOT NULL,
    filename text NOT NULL,
    source_url text NOT NULL,
    status text NOT NULL,
    error text,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    lease_token text,
    partial text,
    progress bigint DEFAULT 0 NOT NULL,
    total bigint,
    validator text,
    content_type text,
    blob_id text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    import_id text,
    owner text,
    replaced_at timestamp(3) with time zone,
    replaced_by integer
);

CREATE TABLE media_previews (
    blob_id text NOT NULL,
    kind text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    size integer NOT NULL,
    sha256 text NOT NULL,
    key text NOT NULL
);

CREATE TABLE media_proxies (
    blob_id text NOT NULL,
    kind text NOT NULL,
    width integer,
    height integer,
    duration double precision,
    size bigint NOT NULL,
    sha256 text NOT NULL,
    key text NOT NULL,
    tiles text
);

CREATE TABLE media_removals (
    id integer NOT NULL,
    blob_id text,
    key text,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE media_removals_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE media_removals_id_seq OWNED BY media_removals.id;

CREATE TABLE media_renderings (
    id text NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    status text NOT NULL,
    short boolean DEFAULT false NOT NULL,
    quiet boolean DEFAULT false NOT NULL,
    backlog boolean DEFAULT false NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    progress double precision DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    owner text,
    lease_token text,
    staged text
);

CREATE TABLE media_usage (
    account_id integer NOT NULL,
    bytes bigint NOT NULL
);

CREATE TABLE messages (
    id text NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    body text,
    status text NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    error text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    owner text,
    lease_token text
);

CREATE TABLE password_requests (
    id text NOT NULL,
    email text NOT NULL
);

CREATE TABLE passwords (
    user_id integer NOT NULL,
    account_id integer NOT NULL,
    hash text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE project_members (
    account_id integer NOT NULL,
    project_id text NOT NULL,
    user_id integer NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE project_parents (
    account_id integer NOT NULL,
    project_id text NOT NULL,
    number bigint NOT NULL,
    parent_id text
);

CREATE TABLE projects (
    id text NOT NULL,
    account_id integer NOT NULL,
    external_id text,
    project_id text,
    owner text NOT NULL,
    description text NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    tags text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    modified_at timestamp(3) with time zone NOT NULL,
    cohort_id text
);

CREATE TABLE search_items (
    item_id text NOT NULL COLLATE "C",
    item_type text NOT NULL,
    account_id integer NOT NULL,
    project_id text COLLATE "C",
    created bigint NOT NULL,
    modified bigint NOT NULL,
    title_key text NOT NULL COLLATE "C",
    facets text NOT NULL,
    digest text NOT NULL,
    title_words text NOT NULL,
    words text NOT NULL,
    lexemes tsvector NOT NULL
);

CREATE TABLE search_refreshes (
    id integer NOT NULL,
    account_id integer NOT NULL,
    field_group_id integer NOT NULL,
    after_id text DEFAULT ''::text NOT NULL COLLATE "C",
    created_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE search_refreshes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE search_refreshes_id_seq OWNED BY search_refreshes.id;

CREATE TABLE search_state (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE sessions (
    id integer NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    hash text NOT NULL,
    keep boolean NOT NULL,
    user_agent text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE sessions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE sessions_id_seq OWNED BY sessions.id;

CREATE TABLE settings (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE sign_in_failures (
    id text NOT NULL,
    network text NOT NULL,
    email_digest text,
    failed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE tokens (
    id integer NOT NULL,
    account_id integer NOT NULL,
    user_id integer NOT NULL,
    kind text NOT NULL,
    hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE tokens_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE tokens_id_seq OWNED BY tokens.id;

CREATE TABLE trash_cohorts (
    id text NOT NULL,
    account_id integer NOT NULL,
    root_id text NOT NULL,
    user_id integer NOT NULL,
    trashed_at timestamp(3) with time zone NOT NULL,
    purge_begun_at timestamp(3) with time zone,
    items integer DEFAULT 0 NOT NULL
);

CREATE TABLE uploads (
    id text NOT NULL,
    account_id integer NOT NULL,
    asset_id text NOT NULL,
    user_id integer NOT NULL,
    filename text NOT NULL,
    size bigint NOT NULL,
    content_type text,
    sha256 text,
    status text NOT NULL,
    partial text,
    progress bigint DEFAULT 0 NOT NULL,
    lease_token text,
    leased_until timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE users (
    id integer NOT NULL,
    account_id integer NOT NULL,
    email text NOT NULL,
    admin boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    disabled_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    email_key text DEFAULT ''::text NOT NULL,
    access text DEFAULT 'account'::text NOT NULL
);

CREATE SEQUENCE users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE users_id_seq OWNED BY users.id;

CREATE TABLE webhook_attempts (
    id text NOT NULL,
    account_id integer NOT NULL,
    webhook_id integer NOT NULL,
    event_id text NOT NULL,
    event text NOT NULL,
    sequence bigint NOT NULL,
    attempt integer NOT NULL,
    trigger text NOT NULL,
    succeeded boolean NOT NULL,
    final boolean NOT NULL,
    given_up boolean NOT NULL,
    http_url text NOT NULL,
    http_method text NOT NULL,
    request_headers text NOT NULL,
    response_status integer,
    response_headers text,
    response_body text,
    error text,
    duration_ms integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone
);

CREATE TABLE webhook_events (
    id text NOT NULL,
    account_id integer NOT NULL,
    event text NOT NULL,
    payload text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE webhook_headers (
    id integer NOT NULL,
    account_id integer NOT NULL,
    webhook_id integer NOT NULL,
    header_key text NOT NULL,
    header_value text NOT NULL,
    hidden boolean NOT NULL,
    is_hmac boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE webhook_headers_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE webhook_headers_id_seq OWNED BY webhook_headers.id;

CREATE TABLE webhook_inbox (
    "position" bigint NOT NULL,
    event_id text NOT NULL,
    webhook_id integer NOT NULL,
    account_id integer NOT NULL
);

CREATE SEQUENCE webhook_inbox_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE webhook_leftovers (
    webhook_id integer NOT NULL
);

CREATE TABLE webhook_queue (
    webhook_id integer NOT NULL,
    sequence bigint NOT NULL,
    event_id text NOT NULL
);

CREATE TABLE webhook_retries (
    event_id text NOT NULL,
    webhook_id integer NOT NULL,
    sequence bigint NOT NULL,
    attempt integer NOT NULL,
    delays_used integer NOT NULL,
    trigger text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE webhook_states (
    webhook_id integer NOT NULL,
    account_id integer NOT NULL,
    owner text,
    token integer DEFAULT 0 NOT NULL,
    last_sequence bigint DEFAULT 0 NOT NULL,
    first_tried bigint DEFAULT 0 NOT NULL,
    retrying integer DEFAULT 0 NOT NULL,
    testing integer DEFAULT 0 NOT NULL,
    given_up integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    latest_id text,
    latest_event_id text,
    latest_event text,
    latest_succeeded boolean,
    latest_response_status integer,
    latest_error text,
    latest_attempt integer,
    latest_duration_ms integer,
    latest_created_at timestamp(3) with time zone,
    latest_next_attempt_at timestamp(3) with time zone
)
WITH (fillfactor='50');

CREATE TABLE webhook_triggers (
    account_id integer NOT NULL,
    event text NOT NULL,
    webhook_id integer NOT NULL
);

CREATE TABLE webhook_users (
    id integer NOT NULL,
    account_id integer NOT NULL,
    webhook_id integer NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE webhook_users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE webhook_users_id_seq OWNED BY webhook_users.id;

CREATE TABLE webhooks (
    id integer NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    http_url text NOT NULL,
    http_method text NOT NULL,
    trigger_events text NOT NULL,
    project_id text,
    disabled boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE webhooks_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE webhooks_id_seq OWNED BY webhooks.id;

CREATE TABLE workers (
    id text NOT NULL,
    alive_until timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY accounts ALTER COLUMN id SET DEFAULT nextval('accounts_id_seq'::regclass);

ALTER TABLE ONLY api_keys ALTER COLUMN id SET DEFAULT nextval('api_keys_id_seq'::regclass);

ALTER TABLE ONLY approvals ALTER COLUMN id SET DEFAULT nextval('approvals_id_seq'::regclass);

ALTER TABLE ONLY collections ALTER COLUMN id SET DEFAULT nextval('collections_id_seq'::regclass);

ALTER TABLE ONLY comments ALTER COLUMN id SET DEFAULT nextval('comments_id_seq'::regclass);

ALTER TABLE ONLY field_groups ALTER COLUMN id SET DEFAULT nextval('field_groups_id_seq'::regclass);

ALTER TABLE ONLY field_removals ALTER COLUMN id SET DEFAULT nextval('field_removals_id_seq'::regclass);

ALTER TABLE ONLY fields ALTER COLUMN id SET DEFAULT nextval('fields_id_seq'::regclass);

ALTER TABLE ONLY links ALTER COLUMN id SET DEFAULT nextval('links_id_seq'::regclass);

ALTER TABLE ONLY media_removals ALTER COLUMN id SET DEFAULT nextval('media_removals_id_seq'::regclass);

ALTER TABLE ONLY search_refreshes ALTER COLUMN id SET DEFAULT nextval('search_refreshes_id_seq'::regclass);

ALTER TABLE ONLY sessions ALTER COLUMN id SET DEFAULT nextval('sessions_id_seq'::regclass);

ALTER TABLE ONLY tokens ALTER COLUMN id SET DEFAULT nextval('tokens_id_seq'::regclass);

ALTER TABLE ONLY users ALTER COLUMN id SET DEFAULT nextval('users_id_seq'::regclass);

ALTER TABLE ONLY webhook_headers ALTER COLUMN id SET DEFAULT nextval('webhook_headers_id_seq'::regclass);

ALTER TABLE ONLY webhook_users ALTER COLUMN id SET DEFAULT nextval('webhook_users_id_seq'::regclass);

ALTER TABLE ONLY webhooks ALTER COLUMN id SET DEFAULT nextval('webhooks_id_seq'::regclass);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('a80c3ed4-8485-41b0-99a5-76fc73da4f48', '91676a8c6df24e41bdf8e659772535decb4e0dc3e6b837b8735f791d9070b3ee', '2026-11-26 21:53:59.436+00', '20261120190000_core', NULL, NULL, '2026-11-26 21:53:59.26+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('59d5b797-0789-420b-a1f4-e1a8b0aa16cb', 'fdf9be228050e0276e46193c27dd12cb34c3cba6c1c7c845c2e03ebff835c456', '2026-11-26 21:53:59.481+00', '20261120193000_fields', NULL, NULL, '2026-11-26 21:53:59.446+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('e00f271e-677e-464f-81c5-1fe2326b124a', '3c201d4aa269ed7c0473cdae19d023b1f8e4fe1cb61e5b934bf2a63ffff1d074', '2026-11-26 21:53:59.665+00', '20261120194000_webhooks', NULL, NULL, '2026-11-26 21:53:59.484+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('8669d818-6595-42ce-a3bf-d30af12485c3', 'abb1d9711009c5652fcdf5c59eb78bb83f132e630bb4bd77e67008c48321dd3e', '2026-11-26 21:53:59.767+00', '20261120195000_media', NULL, NULL, '2026-11-26 21:53:59.683+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('e2d71b73-9879-4c42-ae29-c3fc1e93ab03', '76dc48f8820516800037d6dea9517a1c8c4605e94027b6b3ac6d97769c82c849', '2026-11-26 21:53:59.784+00', '20261120200000_idempotency_keys', NULL, NULL, '2026-11-26 21:53:59.77+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('a3968cbb-4ec5-411c-9f2c-0bbf8cc55913', '5f0115f92657d20fa10f5c233c6c54d9343fb3631a1aab83aa1ed10aae393f20', '2026-11-26 21:53:59.796+00', '20261121200000_webhook_inbox_positions', NULL, NULL, '2026-11-26 21:53:59.792+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('1ad0d50f-ea84-40db-9840-dcc56fe36070', '792d916ebee25df0767784201c32441e4ba148b765061e04e384ad421e4bb0d3', '2026-11-26 21:53:59.804+00', '20261122020000_media_by_account', NULL, NULL, '2026-11-26 21:53:59.8+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('9c4bb3fd-1498-4294-bd92-9e035c91d4b4', '60e51c2a3971f27899341f125be832f3f437df5d84fa503b19e00f8e021ccfd5', '2026-11-26 21:53:59.813+00', '20261122050000_key_scopes', NULL, NULL, '2026-11-26 21:53:59.805+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('382a73d5-90da-4780-ac70-9debeed0b5fc', 'df66c13682f344af87a06ae3cb5e7e64a0ac760d2719e599d44bf24b15802cbc', '2026-11-26 21:53:59.833+00', '20261122060000_cascades', NULL, NULL, '2026-11-26 21:53:59.813+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('ee61abb3-f979-422d-b0d2-f555f4101580', '4525dc59514364047daefd462832c443f57dba82f9bbdc112c2fae366602dba7', '2026-11-26 21:53:59.894+00', '20261122070000_search', NULL, NULL, '2026-11-26 21:53:59.833+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('6b836bab-0393-41e5-a8ff-3399f95c8661', 'f3feb6d749308adff057db6f64bf529f481f3c69a71c7199606f48ac14abc8fa', '2026-11-26 21:53:59.926+00', '20261122080000_changes', NULL, NULL, '2026-11-26 21:53:59.895+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('51dc4c2a-ab56-45ce-84af-471688ec45ad', 'd8e4677aeb5f72bd7947825c8d63bf617aad15e7e510e5f2bc7ffd4e20029e5d', '2026-11-26 21:53:59.973+00', '20261122110000_imports', NULL, NULL, '2026-11-26 21:53:59.939+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('c1f7ed29-e3d6-40a2-af61-59cd1c8de293', '7860d2051c2221d9e7d1e1befc8b8ac83dca9a06383c0bbb47a3d2533aab5a7e', '2026-11-26 21:53:59.993+00', '20261122120000_field_removals', NULL, NULL, '2026-11-26 21:53:59.973+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('0f4271cb-e87c-4c0c-9795-32f31acfece1', '52d98f7a4c19e675e4465a450527a0b05707d8fbe4505fbba08576734afe88ed', '2026-11-26 21:54:00.001+00', '20261122140000_latest_attempt', NULL, NULL, '2026-11-26 21:53:59.999+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('4c518874-d6b0-4c51-8443-19d15faff3cf', 'fe30da0af20bab80801e5adc5adf95ce5b854047e30d39391990c4eb68f82cf5', '2026-11-26 21:54:00.017+00', '20261122155000_trash_counts', NULL, NULL, '2026-11-26 21:54:00.007+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('863ae53d-7a97-4546-b55c-c79da2533bc9', '452d9729c3e1a6e9fa7232e0fb89c6266d92e7cb9b4850bcfbae46172ce0c3b1', '2026-11-26 21:54:00.028+00', '20261122161700_turns_of_users', NULL, NULL, '2026-11-26 21:54:00.02+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('daecf691-e7a8-49d1-94ed-4038c941fb6a', '21c1b42ce59f176291a5f8d10fc1fff719c4a020fa7a661e57d922067d86847d', '2026-11-26 21:54:00.055+00', '20261122163000_project_parents', NULL, NULL, '2026-11-26 21:54:00.029+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('56ced1c6-6541-46cc-b2a4-d008e70c19c6', '13ad46e0a14100f691331ad391493faa83bae98605e1e173869fdfbc3c284078', '2026-11-26 21:54:00.113+00', '20261122170000_media_analysis', NULL, NULL, '2026-11-26 21:54:00.061+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('5e27264d-4077-4c98-8b20-e58c3d468b4d', '104fa8d234f34eff93b67aad0f945aa929dbe2e438959e5ab5a784b5f84a3bc7', '2026-11-26 21:54:00.12+00', '20261122180000_search_version', NULL, NULL, '2026-11-26 21:54:00.119+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('2f6f928a-37d8-42c0-8059-e38d80761801', 'df5e74bb8eb83f00b2a9d52cf7f0b44d754dc3930aa6f6174f422231310e8418', '2026-11-26 21:54:00.174+00', '20261122183000_uploads', NULL, NULL, '2026-11-26 21:54:00.123+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('4395b53b-3c90-4ce2-a692-a697f7215236', '173ad304afa9e3dcb0c0a57a63a2b05b9e3890ff16c5aa2250ebc54b328cfe1e', '2026-11-26 21:54:00.211+00', '20261122193000_media_status', NULL, NULL, '2026-11-26 21:54:00.209+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('00e8010b-98a3-4ddd-bbec-2d86aff2c172', '7a6a0e76a0ecdd63230974c994351ced8c0671d78c14797e14ee541c64a6fd5a', '2026-11-26 21:54:00.216+00', '20261122200000_email_key', NULL, NULL, '2026-11-26 21:54:00.212+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('ac586261-7f74-40bb-9e00-6932a54641a8', '37a364a6328510acb6309cdf2111ca64dad7feee8c9dd702841adf1c9f579ba9', '2026-11-26 21:54:00.22+00', '20261124034900_changed_fields', NULL, NULL, '2026-11-26 21:54:00.218+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('ad2dba3e-3867-4a51-bd2a-09d85f88ab2e', '9cc5132e757fadbc8d8cc2197c0bc7f282cc1066cc326d4ddfdffa8bfa149dc8', '2026-11-26 21:54:00.221+00', '20261124040100_access', NULL, NULL, '2026-11-26 21:54:00.221+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('c3ebb01f-a69c-47dd-8f38-8d766a83a7c9', '8b450a060088a5ae3da3053d0226c4e898f1b436daba2555344e7ff5d17161ca', '2026-11-26 21:54:00.269+00', '20261124040500_sessions', NULL, NULL, '2026-11-26 21:54:00.221+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('5f160efa-e335-45c0-aef3-ce7d6026df98', '5d0d62aca53e8431b2534beeddad190c02501376ab6f4ab191f812cb00acb01d', '2026-11-26 21:54:00.296+00', '20261124043800_media_bundles', NULL, NULL, '2026-11-26 21:54:00.271+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('4bde80dc-b5e9-4e6e-9bcd-bf180730d325', '3a0107aa0ae790e8a0e7f3c1796e650fd3715ce57e7fe7791ac9cd601041204f', '2026-11-26 21:54:00.326+00', '20261124044700_turns_of_accounts', NULL, NULL, '2026-11-26 21:54:00.301+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('dc8f23c4-6971-48a3-9275-af78c4fbe38b', '2c8e839ab4e5ec2bd47d37dc67d0ad8c1e4188b4734ee105223c3705c71e3eb1', '2026-11-26 21:54:00.371+00', '20261125133500_workers', NULL, NULL, '2026-11-26 21:54:00.331+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('294ebe04-308c-4ccf-a60e-2de5ea93e0ec', '37d3991675a8dbeb3124559087895ba2ee05a2e59a270c5f6365bb52dddb8a05', '2026-11-26 21:54:00.497+00', '20261125134500_mail_and_identities', NULL, NULL, '2026-11-26 21:54:00.386+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('3fdee6ae-060a-435d-a749-52709399f569', '8e1b19c0530ae6fbf69d40171c78de1754556ddde029d191eb3094e138ecea7a', '2026-11-26 21:54:00.533+00', '20261125162833_comments', NULL, NULL, '2026-11-26 21:54:00.502+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('c62beaad-0f59-4c2c-bdd6-116b4bb89c47', '158cf9e82cfa7a2b9595225b1e98aecae500da55433941c9042143253a78d1c1', '2026-11-26 21:54:00.605+00', '20261125162923_collections', NULL, NULL, '2026-11-26 21:54:00.538+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('b1fc8b01-9afc-40a0-a464-02fad69d97d3', '253639496485e9af96007f6b5c7c6fcc26852d5961e892287d1d5659c06e55ef', '2026-11-26 21:54:00.686+00', '20261125163300_films_and_versions', NULL, NULL, '2026-11-26 21:54:00.615+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('cb2453e7-80ec-4aad-8d22-813c01a8a2b9', '82caa6e19c3d9d4269e0740852b813c09b85d44986dd13341cf6d04f986cd0f6', '2026-11-26 21:54:00.7+00', '20261125163800_media_usage', NULL, NULL, '2026-11-26 21:54:00.691+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('c6c61c0d-bd98-46d0-bc32-4b58680128a3', 'f0f46eff0af17efb4a44a01b807dbfc7bc16f83c0843a684bd81005cf7132fac', '2026-11-26 21:54:00.787+00', '20261125165343_links', NULL, NULL, '2026-11-26 21:54:00.7+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('75709343-d828-4dd4-9480-8da9e3620fe1', 'a9144893703c81c28dbc8b5643a89dfe4439b1feceadcdb86446682ec48cae2c', '2026-11-26 21:54:00.83+00', '20261125170305_approvals', NULL, NULL, '2026-11-26 21:54:00.791+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('b419dd14-d833-44a8-9446-0fd00b6a8dc0', '941b6e383390afb1ab78b99abc18f9cb20d2ebce70d793d2be2976bbd17657a6', '2026-11-26 21:54:00.859+00', '20261125170306_favorites', NULL, NULL, '2026-11-26 21:54:00.833+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('1536c009-c44d-43e0-8694-5788954156b6', '395f12c67cf6c4620754006bd4e084580ba2c5de9d060ecd1981e3472242a31d', '2026-11-26 21:54:00.921+00', '20261125200930_webhook_inbox_accounts', NULL, NULL, '2026-11-26 21:54:00.861+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('60b40595-c3f1-40f9-a6a7-293c74052606', 'c641c1d4a8623a454085f2cdbf9b5c3c15dee4525b6119fa981420518bd43ad0', '2026-11-26 21:54:00.928+00', '20261126002500_search_vocabulary', NULL, NULL, '2026-11-26 21:54:00.925+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('26ea0961-dcbd-4e0b-a8f0-c598bbd37a94', '8d28dc6bde02767ae92247014941f65fab058c9a004763e2da64038b566b598e', '2026-11-26 21:54:00.991+00', '20261126183800_search_scripts', NULL, NULL, '2026-11-26 21:54:00.931+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('1f276e5c-388c-44ad-ba0e-085e5b9f0849', '244146ca465a81803a4a11cc0db04dc0df00a10395a2fee60d5ce0dcb83bd47e', '2026-11-26 21:54:01.011+00', '20261126192000_media_crc', NULL, NULL, '2026-11-26 21:54:00.995+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('27cac72e-65fc-4532-a0fd-2cfdbbf3befd', 'b976b275dbd42c9d2ac1dde1f73ee3382c1dc42f9b7c9cdc4c88f05c6170967d', '2026-11-26 21:54:01.038+00', '20261126192600_comment_leftovers', NULL, NULL, '2026-11-26 21:54:01.013+00', 1);
INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count) VALUES ('df285050-806a-4589-bc19-c4218ae0d52b', 'b88d7d956d55fcf3379283b8c685d143746205da25cf05fabea0c2ea2f3631c7', '2026-11-26 21:54:01.052+00', '20261126193000_media_versions', NULL, NULL, '2026-11-26 21:54:01.04+00', 1);

INSERT INTO search_state (name, value) VALUES ('search_index', '{"version":7,"built":true}');

SELECT setval('webhook_inbox_positions', 1, true);

ALTER TABLE ONLY _prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cascades
    ADD CONSTRAINT cascades_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY change_inbox
    ADD CONSTRAINT change_inbox_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (account_id, number);

ALTER TABLE ONLY collection_assets
    ADD CONSTRAINT collection_assets_pkey PRIMARY KEY (collection_id, asset_id);

ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY comment_leftovers
    ADD CONSTRAINT comment_leftovers_pkey PRIMARY KEY (item_id);

ALTER TABLE ONLY comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY external_ids
    ADD CONSTRAINT external_ids_pkey PRIMARY KEY (account_id, digest);

ALTER TABLE ONLY favorites
    ADD CONSTRAINT favorites_pkey PRIMARY KEY (item_id, item_type, user_id);

ALTER TABLE ONLY field_groups
    ADD CONSTRAINT field_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY field_removals
    ADD CONSTRAINT field_removals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY field_values
    ADD CONSTRAINT field_values_pkey PRIMARY KEY (item_id, field_group_id);

ALTER TABLE ONLY fields
    ADD CONSTRAINT fields_pkey PRIMARY KEY (id);

ALTER TABLE ONLY history
    ADD CONSTRAINT history_pkey PRIMARY KEY (id);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, digest);

ALTER TABLE ONLY identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY import_chunks
    ADD CONSTRAINT import_chunks_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY import_errors
    ADD CONSTRAINT import_errors_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY import_notes
    ADD CONSTRAINT import_notes_pkey PRIMARY KEY (import_id, name);

ALTER TABLE ONLY imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY link_comments
    ADD CONSTRAINT link_comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY links
    ADD CONSTRAINT links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_analyses
    ADD CONSTRAINT media_analyses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_blobs
    ADD CONSTRAINT media_blobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_bundles
    ADD CONSTRAINT media_bundles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_downloads
    ADD CONSTRAINT media_downloads_pkey PRIMARY KEY (signature);

ALTER TABLE ONLY media_files
    ADD CONSTRAINT media_files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_previews
    ADD CONSTRAINT media_previews_pkey PRIMARY KEY (blob_id, kind);

ALTER TABLE ONLY media_proxies
    ADD CONSTRAINT media_proxies_pkey PRIMARY KEY (blob_id, kind);

ALTER TABLE ONLY media_removals
    ADD CONSTRAINT media_removals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_renderings
    ADD CONSTRAINT media_renderings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY media_usage
    ADD CONSTRAINT media_usage_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY password_requests
    ADD CONSTRAINT password_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY project_members
    ADD CONSTRAINT project_members_pkey PRIMARY KEY (project_id, user_id);

ALTER TABLE ONLY project_parents
    ADD CONSTRAINT project_parents_pkey PRIMARY KEY (account_id, project_id, number);

ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY search_items
    ADD CONSTRAINT search_items_pkey PRIMARY KEY (item_id);

ALTER TABLE ONLY search_refreshes
    ADD CONSTRAINT search_refreshes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY search_state
    ADD CONSTRAINT search_state_pkey PRIMARY KEY (name);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY trash_cohorts
    ADD CONSTRAINT trash_cohorts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_headers
    ADD CONSTRAINT webhook_headers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_inbox
    ADD CONSTRAINT webhook_inbox_pkey PRIMARY KEY (account_id, "position", event_id, webhook_id);

ALTER TABLE ONLY webhook_leftovers
    ADD CONSTRAINT webhook_leftovers_pkey PRIMARY KEY (webhook_id);

ALTER TABLE ONLY webhook_queue
    ADD CONSTRAINT webhook_queue_pkey PRIMARY KEY (webhook_id, sequence);

ALTER TABLE ONLY webhook_retries
    ADD CONSTRAINT webhook_retries_pkey PRIMARY KEY (event_id, webhook_id);

ALTER TABLE ONLY webhook_states
    ADD CONSTRAINT webhook_states_pkey PRIMARY KEY (webhook_id);

ALTER TABLE ONLY webhook_triggers
    ADD CONSTRAINT webhook_triggers_pkey PRIMARY KEY (account_id, event, webhook_id);

ALTER TABLE ONLY webhook_users
    ADD CONSTRAINT webhook_users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX accounts_name_key ON accounts USING btree (name);

CREATE UNIQUE INDEX api_keys_hash_key ON api_keys USING btree (hash);

CREATE INDEX api_keys_user_id_id_idx ON api_keys USING btree (user_id, id) WHERE (revoked_at IS NULL);

CREATE INDEX api_keys_user_id_idx ON api_keys USING btree (user_id);

CREATE UNIQUE INDEX approvals_asset_id_user_id_key ON approvals USING btree (asset_id, user_id);

CREATE INDEX assets_cohort_id_id_idx ON assets USING btree (cohort_id, id) WHERE (cohort_id IS NOT NULL);

CREATE INDEX assets_project_id_id_idx ON assets USING btree (project_id, id) WHERE (project_id IS NOT NULL);

CREATE UNIQUE INDEX cascades_id_key ON cascades USING btree (id);

CREATE INDEX collection_assets_asset_id_collection_id_idx ON collection_assets USING btree (asset_id, collection_id);

CREATE INDEX collection_assets_collection_id_place_idx ON collection_assets USING btree (collection_id, place);

CREATE INDEX collections_account_id_id_idx ON collections USING btree (account_id, id);

CREATE INDEX collections_deleted_at_id_idx ON collections USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX collections_user_id_id_idx ON collections USING btree (user_id, id);

CREATE INDEX comments_item_id_id_idx ON comments USING btree (item_id, id);

CREATE INDEX comments_reply_to_id_idx ON comments USING btree (reply_to, id) WHERE (reply_to IS NOT NULL);

CREATE INDEX field_groups_account_id_id_idx ON field_groups USING btree (account_id, id);

CREATE INDEX field_values_field_group_id_item_id_idx ON field_values USING btree (field_group_id, item_id);

CREATE INDEX fields_account_id_id_idx ON fields USING btree (account_id, id) WHERE (metadata_source IS NOT NULL);

CREATE INDEX fields_field_group_id_id_idx ON fields USING btree (field_group_id, id);

CREATE INDEX history_asset_id_id_idx ON history USING btree (asset_id, id) WHERE (asset_id IS NOT NULL);

CREATE INDEX history_project_id_id_idx ON history USING btree (project_id, id) WHERE (project_id IS NOT NULL);

CREATE INDEX history_to_project_id_id_idx ON history USING btree (to_project_id, id) WHERE (to_project_id IS NOT NULL);

CREATE INDEX idempotency_keys_account_id_created_at_idx ON idempotency_keys USING btree (account_id, created_at);

CREATE UNIQUE INDEX identities_user_id_issuer_key ON identities USING btree (user_id, issuer);

CREATE INDEX imports_account_id_id_idx ON imports USING btree (account_id, id);

CREATE INDEX imports_account_id_user_id_due_at_id_idx ON imports USING btree (account_id, user_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX imports_due_at_idx ON imports USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX imports_finished_at_idx ON imports USING btree (finished_at) WHERE (due_at IS NULL);

CREATE INDEX imports_owner_idx ON imports USING btree (owner) WHERE (lease_token IS NOT NULL);

CREATE INDEX link_comments_created_at_idx ON link_comments USING btree (created_at);

CREATE INDEX link_comments_link_id_network_created_at_idx ON link_comments USING btree (link_id, network, created_at);

CREATE INDEX links_account_id_idx ON links USING btree (account_id);

CREATE INDEX links_asset_id_id_idx ON links USING btree (asset_id, id) WHERE (asset_id IS NOT NULL);

CREATE INDEX links_collection_id_id_idx ON links USING btree (collection_id, id) WHERE (collection_id IS NOT NULL);

CREATE INDEX links_expires_at_idx ON links USING btree (expires_at);

CREATE UNIQUE INDEX links_hash_key ON links USING btree (hash);

CREATE INDEX links_project_id_id_idx ON links USING btree (project_id, id) WHERE (project_id IS NOT NULL);

CREATE INDEX media_analyses_account_id_user_id_due_at_id_idx ON media_analyses USING btree (account_id, user_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_analyses_due_at_id_idx ON media_analyses USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_analyses_id_idx ON media_analyses USING btree (id) WHERE (backlog = true);

CREATE INDEX media_analyses_owner_idx ON media_analyses USING btree (owner) WHERE (lease_token IS NOT NULL);

CREATE INDEX media_blobs_analysis_version_idx ON media_blobs USING btree (analysis_version) WHERE (analysis IS NOT NULL);

CREATE INDEX media_blobs_id_idx ON media_blobs USING btree (id) WHERE (crc32 IS NULL);

CREATE INDEX media_blobs_rendering_version_idx ON media_blobs USING btree (rendering_version) WHERE (rendering IS NOT NULL);

CREATE UNIQUE INDEX media_blobs_sha256_key ON media_blobs USING btree (sha256);

CREATE INDEX media_bundles_expires_at_idx ON media_bundles USING btree (expires_at);

CREATE INDEX media_downloads_expires_at_idx ON media_downloads USING btree (expires_at);

CREATE INDEX media_files_account_id_user_id_due_at_id_idx ON media_files USING btree (account_id, user_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_files_asset_id_id_idx ON media_files USING btree (asset_id, id);

CREATE INDEX media_files_blob_id_idx ON media_files USING btree (blob_id) WHERE (blob_id IS NOT NULL);

CREATE INDEX media_files_due_at_id_idx ON media_files USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_files_owner_idx ON media_files USING btree (owner) WHERE (lease_token IS NOT NULL);

CREATE INDEX media_files_partial_idx ON media_files USING btree (partial) WHERE (partial IS NOT NULL);

CREATE UNIQUE INDEX media_previews_key_key ON media_previews USING btree (key);

CREATE UNIQUE INDEX media_proxies_key_key ON media_proxies USING btree (key);

CREATE INDEX media_renderings_account_id_user_id_due_at_id_idx ON media_renderings USING btree (account_id, user_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_renderings_due_at_id_idx ON media_renderings USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_renderings_id_idx ON media_renderings USING btree (id) WHERE (backlog = true);

CREATE INDEX media_renderings_owner_idx ON media_renderings USING btree (owner) WHERE (lease_token IS NOT NULL);

CREATE INDEX media_renderings_short_account_id_user_id_due_at_id_idx ON media_renderings USING btree (short, account_id, user_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX media_usage_bytes_idx ON media_usage USING btree (bytes);

CREATE INDEX messages_account_id_user_id_due_at_id_idx ON messages USING btree (account_id, user_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX messages_due_at_id_idx ON messages USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX messages_expires_at_idx ON messages USING btree (expires_at) WHERE (due_at IS NOT NULL);

CREATE INDEX messages_owner_idx ON messages USING btree (owner) WHERE (lease_token IS NOT NULL);

CREATE INDEX messages_user_id_id_idx ON messages USING btree (user_id, id);

CREATE INDEX project_members_user_id_project_id_idx ON project_members USING btree (user_id, project_id);

CREATE INDEX projects_cohort_id_id_idx ON projects USING btree (cohort_id, id) WHERE (cohort_id IS NOT NULL);

CREATE INDEX projects_project_id_id_idx ON projects USING btree (project_id, id) WHERE (project_id IS NOT NULL);

CREATE INDEX search_items_account_id_created_item_id_idx ON search_items USING btree (account_id, created, item_id);

CREATE INDEX search_items_account_id_modified_item_id_idx ON search_items USING btree (account_id, modified, item_id);

CREATE INDEX search_items_account_id_title_idx ON search_items USING btree (account_id, "left"(title_key, 100));

CREATE INDEX search_items_lexemes_idx ON search_items USING gin (lexemes) WITH (gin_pending_list_limit='512');

CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);

CREATE UNIQUE INDEX sessions_hash_key ON sessions USING btree (hash);

CREATE INDEX sessions_user_id_id_idx ON sessions USING btree (user_id, id);

CREATE INDEX sign_in_failures_failed_at_idx ON sign_in_failures USING btree (failed_at);

CREATE INDEX sign_in_failures_network_failed_at_idx ON sign_in_failures USING btree (network, failed_at);

CREATE UNIQUE INDEX tokens_hash_key ON tokens USING btree (hash);

CREATE INDEX tokens_user_id_idx ON tokens USING btree (user_id);

CREATE INDEX trash_cohorts_account_id_trashed_at_id_idx ON trash_cohorts USING btree (account_id, trashed_at, id) WHERE (items <> 0);

CREATE INDEX trash_cohorts_account_id_trashed_at_idx ON trash_cohorts USING btree (account_id, trashed_at);

CREATE INDEX uploads_asset_id_idx ON uploads USING btree (asset_id);

CREATE INDEX uploads_expires_at_idx ON uploads USING btree (expires_at);

CREATE INDEX uploads_partial_idx ON uploads USING btree (partial) WHERE (partial IS NOT NULL);

CREATE INDEX uploads_status_idx ON uploads USING btree (status) WHERE (partial IS NOT NULL);

CREATE INDEX uploads_user_id_status_idx ON uploads USING btree (user_id, status);

CREATE INDEX users_account_id_id_idx ON users USING btree (account_id, id);

CREATE UNIQUE INDEX users_email_key ON users USING btree (email);

CREATE INDEX users_email_key_idx ON users USING btree (email_key);

CREATE INDEX webhook_attempts_webhook_id_id_idx ON webhook_attempts USING btree (webhook_id, id) WHERE (given_up = true);

CREATE INDEX webhook_attempts_webhook_id_succeeded_id_idx ON webhook_attempts USING btree (webhook_id, succeeded, id);

CREATE INDEX webhook_headers_webhook_id_id_idx ON webhook_headers USING btree (webhook_id, id);

CREATE INDEX webhook_retries_webhook_id_due_at_idx ON webhook_retries USING btree (webhook_id, due_at);

CREATE INDEX webhook_triggers_webhook_id_idx ON webhook_triggers USING btree (webhook_id);

CREATE UNIQUE INDEX webhook_users_webhook_id_user_id_key ON webhook_users USING btree (webhook_id, user_id);

CREATE INDEX webhooks_account_id_id_idx ON webhooks USING btree (account_id, id);

CREATE INDEX webhooks_project_id_idx ON webhooks USING btree (project_id) WHERE (project_id IS NOT NULL);

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_cohort_id_fkey FOREIGN KEY (cohort_id) REFERENCES trash_cohorts(id) ON UPDATE CASCADE;

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE;

ALTER TABLE ONLY collection_assets
    ADD CONSTRAINT collection_assets_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id) ON UPDATE CASCADE;

ALTER TABLE ONLY collection_assets
    ADD CONSTRAINT collection_assets_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY field_values
    ADD CONSTRAINT field_values_field_group_id_fkey FOREIGN KEY (field_group_id) REFERENCES field_groups(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY fields
    ADD CONSTRAINT fields_field_group_id_fkey FOREIGN KEY (field_group_id) REFERENCES field_groups(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY link_comments
    ADD CONSTRAINT link_comments_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY links
    ADD CONSTRAINT links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY media_analyses
    ADD CONSTRAINT media_analyses_id_fkey FOREIGN KEY (id) REFERENCES media_files(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY media_files
    ADD CONSTRAINT media_files_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id) ON UPDATE CASCADE;

ALTER TABLE ONLY media_files
    ADD CONSTRAINT media_files_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES media_blobs(id) ON UPDATE CASCADE;

ALTER TABLE ONLY media_previews
    ADD CONSTRAINT media_previews_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES media_blobs(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY media_proxies
    ADD CONSTRAINT media_proxies_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES media_blobs(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY media_renderings
    ADD CONSTRAINT media_renderings_id_fkey FOREIGN KEY (id) REFERENCES media_files(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY project_members
    ADD CONSTRAINT project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY project_members
    ADD CONSTRAINT project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_cohort_id_fkey FOREIGN KEY (cohort_id) REFERENCES trash_cohorts(id) ON UPDATE CASCADE;

ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE;

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY users
    ADD CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY webhook_headers
    ADD CONSTRAINT webhook_headers_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhook_states
    ADD CONSTRAINT webhook_states_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhook_triggers
    ADD CONSTRAINT webhook_triggers_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhook_users
    ADD CONSTRAINT webhook_users_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;
