import { dialects, idExpression, MOMENT, seededId } from '#proof/harness/seed.js'

/**
 * What takes too long over HTTP: people, their projects, fields, long texts and comments, in the first account.
 * @typedef {object} Rooms
 * @property {number} users who see only the projects of which they are members
 * @property {number} roots projects in no other, all of which have the same member
 * @property {number} fields of one group
 * @property {number} worded assets with words of their own, the first of the crowd
 * @property {number} long assets with long descriptions and tags, the last of the crowd
 * @property {number} talks projects, each with assets with comments
 * @property {number} subjects assets in each of them
 * @property {number} comments on each of these
 */

const CHARACTERS = 100_000
const TAGS = 900
/** What the words of an asset with words of its own begin with. */
export const BEGINNINGS = [...'abcdefghijklmnopqrst'].map((letter) => letter + letter)
/** The e-mail of the member of all roots, whom the service has made. */
export const MEMBER = 'everywhere@example.com'

/**
 * @param {import('#proof/harness/seed.js').Fillable} database that `fillCrowd` has filled
 * @param {Rooms & { assets: number }} rooms
 */
export async function fillRooms ({ kind, execute, settle }, rooms) {
  const { assets, users, roots, fields, worded, long, talks, subjects, comments } = rooms
  const { numbers } = dialects[kind]
  const idOf = (series, number) => idExpression(kind, series, number)
  const text = kind === 'sqlite' ? `replace(hex(zeroblob(${CHARACTERS / 2})), '0', 'x')` : `repeat('x', ${CHARACTERS})`
  const tags = kind === 'sqlite'
    ? `(SELECT json_group_array(i || '${'x'.repeat(900)}') FROM ${numbers(TAGS)})`
    : `(SELECT CAST(json_agg(i || repeat('x', 900)) AS text) FROM generate_series(1, ${TAGS}) AS numbers(i))`
  // The end of an id is the number of its asset.
  const words = BEGINNINGS.map((beginning) => `'${beginning}' || substr(id, 30)`).join(" || ' ' || ")
  const member = `(SELECT id FROM users WHERE email = '${MEMBER}')`
  const person = "'person' || i || '@example.com'"
  await execute(`
    INSERT INTO users (account_id, email, email_key, admin, access, created_at)
    SELECT 1, ${person}, ${person}, false, 'projects', ${MOMENT} FROM ${numbers(users)};
    ${projects('root', roots)};
    INSERT INTO project_members (account_id, project_id, user_id, role, created_at)
    SELECT 1, ${idOf('root', 'i')}, ${member}, 'Admin', ${MOMENT} FROM ${numbers(roots)};
    INSERT INTO project_members (account_id, project_id, user_id, role, created_at)
    SELECT 1, ${idOf('root', 'i')}, ${member} + 1 + i % ${users}, 'Member', ${MOMENT}
    FROM ${numbers(roots)} WHERE ${member} + 1 + i % ${users} IN (SELECT id FROM users WHERE access = 'projects');
    INSERT INTO field_groups (account_id, name, group_type, created_at, updated_at)
    VALUES (1, 'Many', 'default', ${MOMENT}, ${MOMENT});
    INSERT INTO fields (account_id, field_group_id, name, field_type, dropdown_options, searchable, read_only, created_at,
      updated_at)
    SELECT 1, (SELECT id FROM field_groups WHERE name = 'Many'), 'Field ' || i, 'textbox', '[]', false, false,
      ${MOMENT}, ${MOMENT} FROM ${numbers(fields)};
    UPDATE assets SET description = ${words} WHERE id <= '${seededId('asset', worded)}';
    UPDATE assets SET description = ${text}, tags = ${tags} WHERE id > '${seededId('asset', assets - long)}'
      AND id <= '${seededId('asset', assets)}';
    ${projects('talk', talks)};
    INSERT INTO assets (id, account_id, project_id, owner, description, title, category, tags, media_type, created_at,
      modified_at)
    SELECT ${idOf('subject', 'i')}, 1, ${idOf('talk', `(i + ${subjects - 1}) / ${subjects}`)}, 'admin@example.com', '',
      'Subject', '', '[]', 'placeholder', ${MOMENT}, ${MOMENT} FROM ${numbers(talks * subjects)};
    INSERT INTO comments (account_id, item_type, item_id, user_id, text, internal, done, created_at, updated_at)
    SELECT 1, 'asset', ${idOf('subject', `(i + ${comments - 1}) / ${comments}`)}, 1, 'What is this?', false, false,
      ${MOMENT}, ${MOMENT} FROM ${numbers(talks * subjects * comments)}`)
  await settle()

  function projects (series, count) {
    return `INSERT INTO projects (id, account_id, owner, description, title, category, tags, created_at, modified_at)
      SELECT ${idOf(series, 'i')}, 1, 'admin@example.com', '', 'Project ' || i, '', '[]', ${MOMENT}, ${MOMENT}
      FROM ${numbers(count)}`
  }
}
