import { ANY_TEXT } from './difference.js'
import { below, isWithin, Refusal, require, show, targetsOf } from './tree.js'

const upper = (item) => item.kind.toUpperCase()

/** What an update may change, in the order of the contract. */
const EDITABLE = ['externalId', 'description', 'title', 'category', 'tags']

/** The operations on assets and projects: sections 3 to 5 of the contract. */
export const items = {
  create (state, { kind, as, by, body }, record) {
    const { title, description = '', category = '', tags = [], media_type: mediaType = 'placeholder' } = body
    const item = {
      kind, title, description, category, tags, owner: by, externalId: null, project: null, cohort: null, values: {}
    }
    state.items[as] = kind === 'asset' ? { ...item, mediaType } : { ...item, members: { [by]: 'Admin' } }
    record(`${upper(item)}_ADDED`, targetsOf(state, as))
    if (kind === 'project') record('USER_LINKED', { project_id: as, user_id: by })
    return { [kind]: show(state, as) }
  },

  update (state, { kind, item: name, body }, record) {
    const item = require(state, kind, name)
    const { external_id: externalId, add_tags: added = [], remove_tags: removed = [], ...rest } = body
    const after = { ...item, ...rest }
    if (externalId !== undefined) after.externalId = externalId === '' ? null : externalId
    const isTaken = Object.entries(state.items).some(([other, { externalId }]) =>
      other !== name && externalId !== null && externalId === after.externalId)
    if (isTaken) {
      return { [kind]: show(state, name), errors: { external_id: 'has already been taken' } }
    }
    const kept = after.tags.filter((tag) => !removed.includes(tag))
    after.tags = [...kept, ...new Set(added.filter((tag) => !kept.includes(tag)))]
    const changed = EDITABLE.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(item[field]))
    if (changed.length > 0) {
      state.items[name] = after
      const fields = changed.map((field) => field === 'externalId' ? 'external_id' : field)
      record(`${upper(item)}_EDITED_METADATA`, targetsOf(state, name), 1, fields)
    }
    return { [kind]: show(state, name), errors: {} }
  },

  /** Active items below are trashed too. Items that were in the trash before keep their own cohort. */
  trash (state, { kind, item: name, by }, record) {
    if (require(state, kind, name).cohort !== null) return { ok: ANY_TEXT }
    const cohort = `cohort ${Object.keys(state.cohorts).length + 1}`
    state.cohorts[cohort] = { root: name, by }
    for (const taken of [name, ...below(state, name)]) {
      const item = state.items[taken]
      if (item.cohort !== null) continue
      item.cohort = cohort
      record(`${upper(item)}_REMOVED`, targetsOf(state, taken), 2)
    }
    return { ok: ANY_TEXT }
  },

  /**
   * An item that was trashed itself is restored with its whole cohort, another with the part of the cohort below it.
   */
  restore (state, { kind, item: name }, record) {
    const { cohort } = require(state, kind, name)
    if (cohort === null) return { ok: ANY_TEXT }
    const candidates = state.cohorts[cohort].root === name ? Object.keys(state.items) : [name, ...below(state, name)]
    for (const back of candidates) {
      const item = state.items[back]
      if (item.cohort !== cohort) continue
      item.cohort = null
      record(`${upper(item)}_RESTORED`, targetsOf(state, back))
    }
    return { ok: ANY_TEXT }
  },

  delete (state, { kind, item: name }, record) {
    require(state, kind, name)
    for (const gone of [name, ...below(state, name)]) {
      record(`${upper(state.items[gone])}_PURGED`, targetsOf(state, gone), 2)
      delete state.items[gone]
    }
    return { ok: ANY_TEXT }
  },

  assign (state, { kind, item: name, to }, record) {
    const item = require(state, kind, name)
    const target = state.items[to]
    if (target?.kind !== 'project' || target.cohort !== null) throw new Refusal(200, `project with id: ${to} not found`)
    if (isWithin(state, to, name)) throw new Refusal(200, 'project cannot be assigned to itself or its subprojects')
    if (item.project === to) return { ok: ANY_TEXT }
    if (item.project !== null) record(`${upper(item)}_UNLINKED`, targetsOf(state, name, item.project))
    item.project = to
    record(`${upper(item)}_LINKED`, targetsOf(state, name, to))
    return { ok: ANY_TEXT }
  },

  unassign (state, { kind, item: name }, record) {
    const item = require(state, kind, name)
    if (item.project === null) throw new Refusal(200, `${kind} doesn't belong to any project`)
    record(`${upper(item)}_UNLINKED`, targetsOf(state, name, item.project))
    item.project = null
    return { ok: ANY_TEXT }
  },

  join (state, { item: name, user }, record) {
    const { members } = require(state, 'project', name)
    if (user === 'nobody') throw new Refusal(200, 'User not found with id nobody')
    if (user in members) throw new Refusal(200, 'User is already member of this project')
    members[user] = 'Member'
    record('USER_LINKED', { project_id: name, user_id: user })
    return { ok: `User ${user} has been added to project ${name}` }
  },

  leave (state, { item: name, user }, record) {
    const { members } = require(state, 'project', name)
    if (!(user in members)) throw new Refusal(200, 'User is not a member of this project')
    if (Object.keys(members).length === 1) throw new Refusal(200, 'Project must have at least one member')
    delete members[user]
    record('USER_UNLINKED', { project_id: name, user_id: user })
    return { ok: `User ${user} has been removed from project ${name}` }
  }
}
