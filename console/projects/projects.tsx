import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Project } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { onlyLooks } from '../api/session.ts'
import { Create } from '../find/create.tsx'
import { ProjectField } from '../items/project-field.tsx'
import { useChanges } from '../live/follow.ts'
import { Empty } from '../ui/empty.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { changesTree, NO_PROJECT } from './highest.ts'
import { move } from './move.ts'
import { levelPath, levels, loadLevel, loadMore, refresh, rowsBelow, TOP } from './tree.ts'
import { TreeRows } from './tree-rows.tsx'

/** The tree of projects. */
export function ProjectsScreen () {
  const failure = useSignal<string | null>(null)
  const isCreating = useSignal(false)
  const moved = useSignal<Project | null>(null)
  useEffect(() => { loadLevel(TOP).catch((error: unknown) => { failure.value = sentenceOf(error) }) }, [])
  useChanges(changesTree, async () => refresh().catch(tellFailure))

  const top = levels.value.get(TOP)
  const rows = rowsBelow(TOP)
  return (
    <Page
      title='Projects' behind={levelPath(TOP)} failure={failure.value} isComing={top === undefined}
      actions={!onlyLooks.value &&
        <button type='button' class='button primary' onClick={() => { isCreating.value = true }}>New project</button>}
    >
      {top !== undefined && rows.length === 0 && (
        <Empty title='There are no projects yet'>
          {onlyLooks.value ? NO_PROJECT : 'A project holds assets and other projects. Make the first one.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <p class='quiet keys-hint'>
            Arrow keys walk and open, Enter shows a project{!onlyLooks.value ? ', M moves it. Or drag it.' : '.'}
          </p>
          <TreeRows rows={rows} onMove={(project) => { moved.value = project }} />
        </>
      )}
      {top?.next != null && (
        <button type='button' class='button' onClick={() => { loadMore(TOP).catch(tellFailure) }}>Show more</button>
      )}
      {isCreating.value && <Create type='project' onClose={() => { isCreating.value = false }} />}
      {moved.value !== null && <MoveDialog project={moved.value} onClose={() => { moved.value = null }} />}
    </Page>
  )
}

function MoveDialog ({ project, onClose }: { project: Project, onClose: () => void }) {
  const to = useSignal(project.project_id)
  return (
    <FormDialog title={`Move ${project.title}`} verb='Move' onClose={onClose} work={async () => move(project, to.value)}>
      <ProjectField value={to.value} without={project.id} onChange={(id) => { to.value = id }} />
    </FormDialog>
  )
}
