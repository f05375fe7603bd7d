import { useEffect } from 'preact/hooks'
import { loadTitle, titles } from '../items/titles.ts'
import { addressOf } from '../shell/place.ts'

/** The project that assets are put into, by its title as soon as it is known. */
export function ProjectLink ({ id }: { id: string | null }) {
  useEffect(() => { if (id !== null) loadTitle(id, 'project') }, [id])
  if (id === null) return <>–</>
  return <a href={addressOf(`projects/${id}`)}><bdi>{titles.value.get(id) ?? 'the project'}</bdi></a>
}
