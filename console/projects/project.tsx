import { mayWrite } from '../api/session.ts'
import { DropFiles } from '../find/drop-files.tsx'
import type { HitsView } from '../find/hits.tsx'
import { ItemScreen } from '../items/item-screen.tsx'
import { useItem } from '../items/use-item.ts'
import { Inside } from './inside.tsx'
import { Members } from './members.tsx'

/** The page of a project: its content, its details, its members. */
export function ProjectScreen ({ id, Hits }: { id: string, Hits: HitsView }) {
  const editing = useItem('project', id)
  const mayAdd = mayWrite.value && editing.version.value?.item.deleted === false
  return (
    <>
      <ItemScreen
        editing={editing}
        front={() => <Inside id={id} mayAdd={mayAdd} Hits={Hits} />}
        aside={() => <Members id={id} heard={editing.heard} mayChange={mayAdd} />}
      />
      {mayAdd && <DropFiles projectId={id} />}
    </>
  )
}
