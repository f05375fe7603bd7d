import { scriptBeforeInit } from '#proof/harness/before-init.js'

/**
 * Gives an empty database the tables of the version that people upgrade from. Change it with each release: now it is
 * the last commit before `init`.
 * @param {import('#proof/harness/databases.js').Database} database
 */
export async function makeLastRelease ({ kind, execute }) {
  await execute(scriptBeforeInit(kind))
}

/**
 * Leaves everything that was written to the start that upgrades: what is in the history waits for its numbers, and the
 * index has to be built.
 * @param {import('#proof/harness/databases.js').Database} database
 */
export async function leaveToUpgrade ({ execute }) {
  await execute(`
    INSERT INTO change_inbox (position, account_id, entry_id)
    SELECT row_number() OVER (ORDER BY id), account_id, id FROM history;
    INSERT INTO project_parents (account_id, project_id, number, parent_id)
    SELECT account_id, id, 0, project_id FROM projects WHERE project_id IS NOT NULL;
    DELETE FROM search_state`)
}
