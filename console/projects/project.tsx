import { useHasActions } from '../actions/startable.ts'
import type { Project } from '../api/client.ts'
import { DropFiles } from '../find/drop-files.tsx'
import { ItemScreen } from '../items/item-screen.tsx'
import { rightsOf } from '../items/rights.ts'
import { useItem } from '../items/use-item.ts'
import { Lazy } from '../ui/lazy.tsx'
import { Inside } from './inside.tsx'
import { Members } from './members.tsx'

const loadRuns = async () => (await import('../runs/of-item.tsx')).RunsOf

/** The page of a project: its content, its details, its members. */
export function ProjectScreen ({ id }: { id: string }) {
  const editing = useItem('project', id)
  const item = editing.version.value?.item
  const rights = item === undefined || item.deleted ? null : rightsOf('project', item)
  const hasRuns = useHasActions('project')
  const mayAdd = rights?.change === true
  return (
    <>
      <ItemScreen
        editing={editing}
        front={() => <Inside id={id} mayAdd={mayAdd} />}
        aside={(item) => (
          <>
            <Members project={item as Project} heard={editing.heard} mayManage={rights?.manage === true} />
            {hasRuns && <Lazy load={loadRuns} props={{ type: 'project' as const, id }} />}
          </>
        )}
      />
      {mayAdd && <DropFiles projectId={id} />}
    </>
  )
}
