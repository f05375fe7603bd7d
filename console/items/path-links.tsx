import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { api, done, type Item, type ItemType } from '../api/client.ts'
import { takesDropped } from '../find/drag-move.ts'
import { addressOf } from '../shell/place.ts'

/** Links to the projects above, from the top down. */
export function PathLinks ({ item, type }: { item: Item, type: ItemType }) {
  const path = useSignal<ReadonlyArray<{ id: string, title: string }>>([])
  useEffect(() => {
    if (item.project_id === null) { path.value = []; return }
    done(api.GET('/api/v2/projects/{project_id}/path', { params: { path: { project_id: item.project_id } } }))
      .then((found) => { path.value = found.path }, () => { path.value = [] })
  }, [item.project_id])
  return (
    <nav class='path' aria-label='Path'>
      <ol>
        <li>{type === 'asset' && item.project_id === null ? <a href={addressOf('')}>Find</a> : <a href={addressOf('projects')}>Projects</a>}</li>
        {path.value.map(({ id, title }) => <li key={id} {...takesDropped(id, title)}><a href={addressOf(`projects/${id}`)}><bdi>{title}</bdi></a></li>)}
      </ol>
    </nav>
  )
}
