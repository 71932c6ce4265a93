// SFTP: keys and password in the profile, the card beside the files, the switch of a node.

import { nodes } from '../../pictures/fixtures/fleet-fixtures.ts'
import { sftpAccess, sshKeys } from '../../pictures/fixtures/sftp-fixtures.ts'
import { SftpCardView } from '../features/files/sftp-card/sftp-card-view.tsx'
import { NodeSftpView } from '../features/nodes/sftp/node-sftp-view.tsx'
import { AddSshKeyView } from '../features/sftp/add-ssh-key-view.tsx'
import { ConfirmView } from '../features/sftp/confirm-view.tsx'
import { ConnectionView } from '../features/sftp/connection-view.tsx'
import { CreatedPasswordView } from '../features/sftp/created-password-view.tsx'
import { SftpPasswordView } from '../features/sftp/sftp-password-view.tsx'
import { SshKeysView } from '../features/sftp/ssh-keys-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { Panel } from '../ui/controls/page-frame.tsx'
import { ignore, Specimen } from './specimen.tsx'

const quiet = { isBusy: false, faults: {}, problem: null }
const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const ofKeys = { onAdd: ignore, onDelete: ignore, onRetry: ignore }
const ofPassword = { isBusy: false, onCreate: ignore, onReplace: ignore, onRemove: ignore, onRetry: ignore }
const ofNode = {
  mayEdit: true,
  busyWith: null,
  portFaults: undefined,
  problem: null,
  onSwitch: ignore,
  onPort: ignore,
}

export function SftpSpecimens() {
  return (
    <>
      <Specimen name="Keys">
        <Panel>
          <SshKeysView status="ready" keys={sshKeys} {...ofKeys} />
        </Panel>
      </Specimen>
      <Specimen name="Keys, empty">
        <Panel>
          <SshKeysView status="ready" keys={[]} {...ofKeys} />
        </Panel>
      </Specimen>
      <Specimen name="Keys, loading">
        <SshKeysView status="loading" keys={[]} {...ofKeys} />
      </Specimen>
      <Specimen name="Keys, problem">
        <SshKeysView status="problem" problem={outage} keys={[]} {...ofKeys} />
      </Specimen>
      <Specimen name="Connection" isNarrow>
        <ConnectionView access={sftpAccess} problem={null} />
      </Specimen>
      <Specimen name="Connection, off on the node" isNarrow>
        <ConnectionView access={{ ...sftpAccess, enabled: false }} problem={null} />
      </Specimen>
      <Specimen name="Add a key" isNarrow>
        <AddSshKeyView {...quiet} onAdd={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="Add a key, refused" isNarrow>
        <AddSshKeyView
          {...quiet}
          faults={{ public_key: ['is known already'] }}
          onAdd={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Delete a key, refused" isNarrow>
        <ConfirmView
          {...quiet}
          text="Nobody gets in with this key any more."
          confirm="Delete"
          problem="Can’t reach the panel. Check your connection and try again."
          onConfirm={ignore}
          onClose={ignore}
        />
      </Specimen>
      <PasswordSpecimens />
      <CardSpecimens />
      <NodeSpecimens />
    </>
  )
}

function PasswordSpecimens() {
  return (
    <>
      <Specimen name="Password, none">
        <Panel>
          <SftpPasswordView status="ready" createdAt={null} {...ofPassword} />
        </Panel>
      </Specimen>
      <Specimen name="Password, made">
        <Panel>
          <SftpPasswordView status="ready" createdAt="2026-11-01T10:00:00.000Z" {...ofPassword} />
        </Panel>
      </Specimen>
      <Specimen name="Password, problem">
        <SftpPasswordView status="problem" problem={outage} createdAt={null} {...ofPassword} />
      </Specimen>
      <Specimen name="Password, shown once" isNarrow>
        <CreatedPasswordView password="kestrel-7vQm-2xLp-Rz9d-Tn4c" onClose={ignore} />
      </Specimen>
    </>
  )
}

function CardSpecimens() {
  const card = { problem: null, nodeId: null }
  return (
    <>
      <Specimen name="Card" isNarrow>
        <SftpCardView {...card} access={sftpAccess} />
      </Specimen>
      <Specimen name="Card, does not listen, no address" isNarrow>
        <SftpCardView {...card} access={{ ...sftpAccess, listening: false, host: null }} />
      </Specimen>
      <Specimen name="Card, switched off" isNarrow>
        <SftpCardView {...card} access={{ ...sftpAccess, enabled: false, listening: false }} />
      </Specimen>
      <Specimen name="Card, switched off, may switch it on" isNarrow>
        <SftpCardView {...card} nodeId={1} access={{ ...sftpAccess, enabled: false, listening: false }} />
      </Specimen>
      <Specimen name="Card, loading" isNarrow>
        <SftpCardView {...card} access={null} />
      </Specimen>
      <Specimen name="Card, problem" isNarrow>
        <SftpCardView
          {...card}
          access={null}
          problem="Can’t reach the panel. Check your connection and try again."
        />
      </Specimen>
    </>
  )
}

function NodeSpecimens() {
  const [basement, frankfurt, attic] = nodes
  if (!basement || !frankfurt || !attic) return null
  const taken = { ...frankfurt.sftp, listening: false, problem: 'port 2022 is taken by another program' }
  const on = { ...attic.sftp, enabled: true }
  return (
    <>
      <Specimen name="Node, switched off">
        <NodeSftpView {...ofNode} node={basement} />
      </Specimen>
      <Specimen name="Node, listening">
        <NodeSftpView {...ofNode} node={frankfurt} />
      </Specimen>
      <Specimen name="Node, listening, may only look">
        <NodeSftpView {...ofNode} mayEdit={false} node={frankfurt} />
      </Specimen>
      <Specimen name="Node, starting">
        <NodeSftpView {...ofNode} node={{ ...frankfurt, sftp: { ...frankfurt.sftp, listening: false } }} />
      </Specimen>
      <Specimen name="Node, port taken">
        <NodeSftpView {...ofNode} node={{ ...frankfurt, sftp: taken }} />
      </Specimen>
      <Specimen name="Node, away, port refused">
        <NodeSftpView {...ofNode} portFaults={['is out of range']} node={{ ...attic, sftp: on }} />
      </Specimen>
    </>
  )
}
