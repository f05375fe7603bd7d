const METRICS = 'a metric counts what is there'
const EACH_WEBHOOK = 'it looks at the state of each webhook'
const STEPS = 'PostgreSQL expects more steps of a run than there are'
const PAIRS = 'a list of pairs: PostgreSQL looks them up one by one from about 40,000 rows on'
const BY_USER = 'it goes from one user to the next by the index'
const NEWEST = 'it reads the highest number of the account'
const USERS = 'an account has some thousand users'
const QUEUE = 'it counts all that waits in a queue'

/** Statements that may read a whole table, with the reason. */
export const readsAll: Readonly<Record<string, string>> = {
  accounts_all: 'jobs go through the accounts',
  accounts_first: 'it reads one row',
  accounts_without_administrator: 'a start looks at each account',
  action_revisions_remove_old: 'once an hour, and there are few revisions',
  action_runs_oldest_waiting: METRICS,
  any_user: 'it reads one row',
  drop_folders_count_paused: 'a start looks at all drop folders, of which there are few',
  drop_folders_pause_all: 'after a restore it changes each drop folder',
  export_count: 'an export without filters reads everything',
  media_removals_waiting: METRICS,
  oldest_cohort: METRICS,
  search_count_items: 'a build of the index reads everything',
  search_remove_all: 'a build of the index begins with none',
  search_verify_halves: 'a check of the index reads everything',
  search_verify_orphans: 'a check of the index reads everything',
  webhooks_claim: `${EACH_WEBHOOK}, and numbers those of an account in memory, with indexes that SQLite builds`,
  webhooks_earliest_retry: METRICS,
  webhooks_find: 'the bodies that wait in an account are read as a whole: never for long',
  webhooks_free: EACH_WEBHOOK,
  webhooks_late_accounts: EACH_WEBHOOK,
  webhooks_list: 'the bodies that wait in an account are read as a whole: never for long',
  webhooks_look_for_work: EACH_WEBHOOK,
  webhooks_metrics: METRICS,
  webhooks_oldest_queued: METRICS,
  webhooks_skip_sequences: 'after a restore it changes each webhook'
}

/** Statements of which PostgreSQL may find that reading the table is cheaper. An index finds the rows. */
export const readsMuch: Readonly<Record<string, string>> = {
  action_runs_metrics: QUEUE,
  action_steps_remove_of_items: STEPS,
  action_steps_remove_old: STEPS,
  arrivals_any_due: QUEUE,
  fields_count: 'it joins the fields of the groups of an account',
  imports_open: QUEUE,
  links_add_uses: PAIRS,
  media_analyses_backlog: QUEUE,
  media_analyses_left: QUEUE,
  media_analyses_waiting: QUEUE,
  media_files_any_due: QUEUE,
  eject_files_any_due: QUEUE,
  media_files_waiting: QUEUE,
  media_renderings_backlog: QUEUE,
  media_renderings_left: QUEUE,
  media_renderings_put_aside: 'it changes all that waits in a queue',
  media_renderings_waiting: QUEUE,
  messages_waiting: QUEUE,
  project_parents_moves: PAIRS,
  usage_save_api_keys: PAIRS,
  usage_save_sessions: PAIRS,
  usage_save_users: PAIRS,
  users_able_administrators: 'it joins the administrators of an account, of which the test has thousands',
  users_sign_in_many: 'it joins the users of a list, of which PostgreSQL expects a hundred',
  webhooks_delete_firsts: PAIRS,
  webhooks_delete_retries: PAIRS,
  webhooks_set_back: PAIRS,
  webhooks_take_numbers: PAIRS,
  webhooks_update_states: PAIRS
}

/** Statements that SQLite finds by the account alone, with the reason. */
export const readsAccount: Readonly<Record<string, string>> = {
  action_steps_waiting_users: BY_USER,
  arrivals_waiting_users: BY_USER,
  changes_append: NEWEST,
  changes_append_list: NEWEST,
  changes_state: NEWEST,
  drop_folders_top_projects: 'it reads the first projects in no other one, up to a limit',
  eject_files_waiting_users: BY_USER,
  imports_waiting_users: BY_USER,
  media_analyses_waiting_users: BY_USER,
  media_files_waiting_users: BY_USER,
  media_renderings_waiting_users: BY_USER,
  messages_waiting_users: BY_USER,
  project_parents_append: NEWEST,
  search_items_of_group: 'it walks through all items once, piece by piece',
  search_seen_from_top: 'it reads the first projects in no other one, up to a limit',
  trash_list_some: 'it reads the newest cohorts, up to a limit',
  trash_weigh_some: 'it reads the newest cohorts, up to a limit',
  users_able_administrators: USERS,
  users_administrators: USERS,
  webhooks_candidates_of_kind: NEWEST,
  webhooks_candidates_of_kinds: NEWEST,
  webhooks_first_waiting: 'it reads the first one'
}
