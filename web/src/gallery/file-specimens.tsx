// The file manager in all its moods.

import {
  hostileEntries,
  matches,
  propertiesText,
  rootEntries,
  theirText,
  usage,
} from '../../pictures/fixtures/file-fixtures.ts'
import { BrowserView, type BrowserViewProps } from '../features/files/browser/browser-view.tsx'
import { ArchiveView } from '../features/files/dialogs/archive-view.tsx'
import { DeleteView } from '../features/files/dialogs/delete-view.tsx'
import { ExtractView } from '../features/files/dialogs/extract-view.tsx'
import { HashView } from '../features/files/dialogs/hash-view.tsx'
import { ModeView } from '../features/files/dialogs/mode-view.tsx'
import { NewNameView } from '../features/files/dialogs/new-name-view.tsx'
import { TargetView } from '../features/files/dialogs/target-view.tsx'
import { ConflictView } from '../features/files/editor/conflict-view.tsx'
import { EditorView, type EditorViewProps } from '../features/files/editor/editor-view.tsx'
import { type Preview, PreviewView } from '../features/files/preview/preview-view.tsx'
import { SearchView, type SearchViewProps } from '../features/files/search/search-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const away = new ApiError({ code: 'unavailable', status: 503, message: 'the node does not answer' })
const folders = new Map([
  ['', { children: rootEntries.filter(({ type }) => type === 'directory'), isRead: true, hasMore: false }],
  ['world', { children: [], isRead: false, hasMore: false }],
])
const tree = { folders, opened: new Set(['', 'world']), onToggle: ignore }

function Browser(props: Partial<BrowserViewProps>) {
  return (
    <BrowserView
      folder=""
      status="ready"
      entries={rootEntries}
      total={rootEntries.length}
      isCut={false}
      isWhole
      isLoadingRest={false}
      isReadOnly={false}
      usage={usage}
      tree={tree}
      held={null}
      isBusy={false}
      refusal={null}
      onOpenFolder={ignore}
      onAction={ignore}
      onRename={ignore}
      onNew={ignore}
      onHold={ignore}
      onPaste={ignore}
      onDropHeld={ignore}
      onCloseRefusal={ignore}
      onSearch={ignore}
      onRefresh={ignore}
      onLoadMore={ignore}
      onLoadAll={ignore}
      {...props}
    />
  )
}

function Editor(props: Partial<EditorViewProps>) {
  return (
    <EditorView
      path="config/server.properties"
      text={propertiesText}
      version={0}
      hasMark={false}
      endings={['\n']}
      isReadOnly={false}
      isSaving={false}
      hasChanges={false}
      isSaved={false}
      problem={null}
      onChange={ignore}
      onSave={ignore}
      onDownload={ignore}
      onOpenFolder={ignore}
      {...props}
    />
  )
}

function Search(props: Partial<SearchViewProps>) {
  return (
    <SearchView
      folder="config"
      searchText={{ name: '', content: 'port' }}
      status="ready"
      matches={matches}
      isCut
      onSearch={ignore}
      onCancel={ignore}
      onClose={ignore}
      onOpenFolder={ignore}
      onOpenFile={ignore}
      {...props}
    />
  )
}

const Shown = ({ preview }: { preview: Preview }) => (
  <PreviewView
    path="world/icon.png"
    preview={preview}
    entry={rootEntries[12] ?? null}
    onDownload={ignore}
    onOpenFolder={ignore}
  />
)

const dialog = { isBusy: false, problem: null, onClose: ignore }
const refused = { ...dialog, problem: 'The panel rejected this: "server.json": this name is already taken' }
const taken = new Set(rootEntries.map(({ name }) => name))
const [aFolder = hostileEntries[0], aFile = aFolder] = [rootEntries[0], rootEntries[11]]

function BrowserSpecimens() {
  return (
    <>
      <Specimen name="Files">
        <Browser />
      </Specimen>
      <Specimen name="Files, narrow" isNarrow>
        <Browser />
      </Specimen>
      <Specimen name="Names that want to deceive">
        <Browser folder="mods/<b>bold</b>" entries={hostileEntries} />
      </Specimen>
      <Specimen name="A part of many, cut, refused, held, no space">
        <Browser
          isWhole={false}
          isCut
          total={100_000}
          refusal="The node’s disk is full. Free up space, then try again."
          held={{ how: 'copy', entries: rootEntries.slice(0, 3) }}
          usage={{ ...usage, used_bytes: usage.limit_bytes }}
        />
      </Specimen>
      <Specimen name="While the game is installed">
        <Browser isReadOnly usage={{ ...usage, limit_bytes: null }} />
      </Specimen>
      <Specimen name="Empty folder">
        <Browser entries={[]} total={0} folder="logs" />
      </Specimen>
      <Specimen name="Loading">
        <Browser status="loading" usage={null} />
      </Specimen>
      <Specimen name="Could not be read">
        <Browser status="problem" problem={away} />
      </Specimen>
      <Specimen name="Node away">
        <Browser status="away" />
      </Specimen>
      <Specimen name="No such folder">
        <Browser status="missing" folder="gone" />
      </Specimen>
    </>
  )
}

function DialogSpecimens() {
  if (!aFolder || !aFile) return null
  return (
    <>
      <Specimen name="New folder, refused" isNarrow>
        <NewNameView {...refused} what="newFolder" taken={taken} onCreate={ignore} />
      </Specimen>
      <Specimen name="Delete one" isNarrow>
        <DeleteView {...dialog} entries={[aFile]} isRunning canBackUp onConfirm={ignore} />
      </Specimen>
      <Specimen name="Delete many, hostile names" isNarrow>
        <DeleteView
          {...dialog}
          entries={[...hostileEntries, ...rootEntries]}
          isRunning
          canBackUp
          onConfirm={ignore}
        />
      </Specimen>
      <Specimen name="Permissions of a folder" isNarrow>
        <ModeView {...dialog} entry={aFolder} onSave={ignore} />
      </Specimen>
      <Specimen name="Move, refused" isNarrow>
        <TargetView {...refused} how="move" folder="" tree={tree} onConfirm={ignore} />
      </Specimen>
      <Specimen name="Compress" isNarrow>
        <ArchiveView {...dialog} names={['world']} folderName="" taken={taken} onPack={ignore} />
      </Specimen>
      <Specimen name="Extract" isNarrow>
        <ExtractView {...dialog} target="world" onExtract={ignore} />
      </Specimen>
      <Specimen name="Checksum, reading" isNarrow>
        <HashView hash={null} problem={null} onClose={ignore} />
      </Specimen>
      <Specimen name="Checksum" isNarrow>
        <HashView hash={'9f86d081'.repeat(8)} problem={null} onClose={ignore} />
      </Specimen>
    </>
  )
}

function EditorSpecimens() {
  return (
    <>
      <Specimen name="Editor, changed, refused">
        <Editor
          hasChanges
          problem="The node’s disk is full. Free up space, then try again."
          endings={['\n', '\r\n']}
          hasMark
        />
      </Specimen>
      <Specimen name="Editor, saved, narrow" isNarrow>
        <Editor isSaved />
      </Specimen>
      <Specimen name="Editor, while the game is installed">
        <Editor isReadOnly />
      </Specimen>
      <Specimen name="Conflict">
        <ConflictView
          name="server.properties"
          theirs={theirText}
          mine={propertiesText}
          isBusy={false}
          onTakeTheirs={ignore}
          onKeepMine={ignore}
          onGoOn={ignore}
        />
      </Specimen>
      <Specimen name="Deleted meanwhile" isNarrow>
        <ConflictView
          name="server.properties"
          theirs={null}
          mine={propertiesText}
          isBusy={false}
          onTakeTheirs={ignore}
          onKeepMine={ignore}
          onGoOn={ignore}
        />
      </Specimen>
    </>
  )
}

function SearchSpecimens() {
  return (
    <>
      <Specimen name="Search, before">
        <Search status="before" searchText={{ name: '', content: '' }} />
      </Specimen>
      <Specimen name="Searching">
        <Search status="searching" />
      </Specimen>
      <Specimen name="Search, found">
        <Search />
      </Specimen>
      <Specimen name="Search, narrow" isNarrow>
        <Search />
      </Specimen>
      <Specimen name="Search, canceled">
        <Search status="canceled" />
      </Specimen>
      <Specimen name="Search, nothing found">
        <Search matches={[]} isCut={false} />
      </Specimen>
      <Specimen name="Search, refused">
        <Search status="problem" problem={away} />
      </Specimen>
    </>
  )
}

export function FileSpecimens() {
  return (
    <>
      <BrowserSpecimens />
      <DialogSpecimens />
      <EditorSpecimens />
      <SearchSpecimens />
      <Specimen name="Picture that is none">
        <Shown preview={{ kind: 'image', address: 'data:image/png;base64,AAAA', sizeBytes: 6_310 }} />
      </Specimen>
      {(['tooLarge', 'binary', 'utf16', 'notUtf8'] as const).map(kind => (
        <Specimen key={kind} name={`Not shown: ${kind}`}>
          <Shown preview={{ kind, sizeBytes: 49_283_114 }} />
        </Specimen>
      ))}
      <Specimen name="File, loading">
        <Shown preview={{ kind: 'loading' }} />
      </Specimen>
      <Specimen name="File, refused">
        <Shown preview={{ kind: 'problem', problem: away, onRetry: ignore }} />
      </Specimen>
    </>
  )
}
