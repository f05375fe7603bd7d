import { useEffect } from 'preact/hooks'
import { loadTitle, titles } from '../items/titles.ts'
import { addressOf } from '../shell/place.ts'
import type { Run } from './run-words.tsx'

/** The item of a run, by its name as soon as it is known. */
export function ItemLink ({ run: { asset_id: asset, project_id: project } }: { run: Pick<Run, 'asset_id' | 'project_id'> }) {
  const type = asset === null ? 'project' : 'asset'
  const id = (asset ?? project)!
  useEffect(() => { loadTitle(id, type) }, [id])
  return <a href={addressOf(`${type}s/${id}`)}><bdi>{titles.value.get(id) ?? `the ${type}`}</bdi></a>
}
