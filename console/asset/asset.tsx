import { useRef } from 'preact/hooks'
import { api, done, type Asset } from '../api/client.ts'
import { useHasActions } from '../actions/startable.ts'
import { DropFiles } from '../find/drop-files.tsx'
import { ItemScreen } from '../items/item-screen.tsx'
import { rightsOf } from '../items/rights.ts'
import { useItem } from '../items/use-item.ts'
import { useApprovals } from '../review/use-approvals.ts'
import { FileLine, FilePicker, Files, useAssetFiles } from './files.tsx'
import { Player } from './player.tsx'
import { newestShown } from '../items/previews.ts'
import { Lazy } from '../ui/lazy.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { FileFacts } from './file-facts.tsx'
import { useFacts } from './use-facts.ts'

const loadView = async () => (await import('../film/versions.tsx')).Versions
const loadApprovals = async () => (await import('../review/approvals.tsx')).Approvals
const loadPublications = async () => (await import('../publications/publications.tsx')).Publications
const loadRuns = async () => (await import('../runs/of-item.tsx')).RunsOf
const loadDecision = async () => (await import('../review/decision.tsx')).Decision

async function loadVersions (id: string) {
  return (await done(api.GET('/api/v2/assets/{asset_id}/versions', { params: { path: { asset_id: id } } }))).versions
}

/** The page of an asset: its picture, its details, and its history. */
export function AssetScreen ({ id }: { id: string }) {
  const editing = useItem('asset', id)
  const picker = useRef<HTMLInputElement>(null)
  const files = useAssetFiles(id, editing.heard)
  const item = editing.version.value?.item
  const mayAttach = item?.deleted === false && rightsOf('asset', item).change
  const mayRemove = item !== undefined && rightsOf('asset', item).purge
  const file = newestShown(files.files.value ?? [])
  const approvals = useApprovals(id, editing.heard)
  const hasRuns = useHasActions('asset')
  const facts = useFacts(id, files.files.value)
  const earlier = useLoaded(async () => file === undefined ? [] : loadVersions(id), [id, file?.id, file?.status])
  const versions = file === undefined || earlier.data.value === null || earlier.data.value.length === 0
    ? null
    : {
        id,
        file,
        earlier: earlier.data.value,
        mayRestore: mayAttach,
        onRestored: async () => Promise.all([files.reload(), earlier.reload()])
      }
  return (
    <>
      <ItemScreen
        editing={editing} file={file} versions={earlier.data.value}
        head={(_item, stage) => (
          <>
            {versions === null
              ? file?.version != null && <span class='quiet'>v{file.version}</span>
              : <Lazy key='versions' load={loadView} props={{ stage, ...versions }} />}
            {approvals !== null && <Lazy key='decision' load={loadDecision} props={approvals} />}
            {mayAttach && <button type='button' class='button' onClick={() => picker.current!.click()}>Upload</button>}
          </>
        )}
        front={(item, stage) => (
          <div class='screening dark'>
            <Player
              stage={stage} files={files.files.value} asset={item as Asset} facts={facts} reload={files.reload}
              onUpload={mayAttach ? () => picker.current!.click() : null}
            />
            <FileLine file={files.files.value?.at(-1)} />
          </div>
        )}
        aside={() => approvals !== null && <Lazy load={loadApprovals} props={{ ...approvals, mayAsk: mayAttach }} />}
        tabs={(attachments) => [
          {
            name: 'Files',
            content: () => (
              <>
                <Files id={id} known={files} mayAttach={mayAttach} mayRemove={mayRemove} />
                {attachments}
                {item !== undefined && <Lazy load={loadPublications} props={{ item, heard: editing.heard }} />}
              </>
            )
          },
          ...facts === null ? [] : [{ name: 'Metadata', content: () => <FileFacts facts={facts} /> }],
          ...hasRuns ? [{ name: 'Runs', content: () => <Lazy load={loadRuns} props={{ type: 'asset' as const, id }} /> }] : []
        ]}
      />
      {mayAttach && <FilePicker id={id} picker={picker} />}
      {mayAttach && <DropFiles assetId={id} />}
    </>
  )
}
