import type { Asset, ItemType, Project } from '../api/client.ts'

/** An entry of the trash bin. */
export interface Trashed {
  readonly type: ItemType
  readonly asset?: Asset
  readonly project?: Project
  readonly trashed_at: string
  readonly purge_at: string
  readonly user_id: number
  /** How many items were trashed with it, itself included. */
  readonly count: number
}

export function itemOf ({ asset, project }: Trashed): Asset | Project {
  return (asset ?? project)!
}
