import { TIME } from './difference.js'

/** A refused request. It changes nothing. */
export class Refusal extends Error {
  /** @param {number} status */
  constructor (status, message) {
    super(message)
    this.status = status
  }
}

/** The item, which must be of this kind. It may be in the trash. */
export function require (state, kind, name) {
  const item = state.items[name]
  if (item?.kind !== kind) throw new Refusal(404, `${kind} not found`)
  return item
}

/** All items of a project, at any depth. */
export function below (state, name) {
  return Object.keys(state.items).filter((other) => other !== name && isWithin(state, other, name))
}

/** Whether an item is the other one, or below it. */
export function isWithin (state, name, other) {
  for (let place = name; place !== null; place = state.items[place].project) if (place === other) return true
  return false
}

/** The targets of an item's event: the item, and the project that it was put into or taken out of. */
export function targetsOf (state, name, project) {
  const { kind } = state.items[name]
  return { [`${kind}_id`]: name, ...project && { [kind === 'asset' ? 'project_id' : 'to_project_id']: project } }
}

/** Sections 2.1 and 2.2 of the contract. */
export function show (state, name) {
  const { kind, title, description, category, tags, owner, externalId, project, cohort, mediaType } = state.items[name]
  return {
    id: name,
    external_id: externalId,
    project_id: project,
    owner,
    title,
    description,
    category,
    tags,
    modification_date: TIME,
    created_date: TIME,
    status: 'open',
    deleted: cohort !== null,
    ...kind === 'project'
      ? { media_type: 'project', private: false, thumbnail_asset_id: null }
      : { media_type: mediaType, parent_asset_id: null, original_filename: null }
  }
}
