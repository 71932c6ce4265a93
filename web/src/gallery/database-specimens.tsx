// Databases and database hosts in all their moods.

import {
  connection,
  databaseHosts,
  databases,
  failedTrial,
  offeredHosts,
} from '../../pictures/fixtures/database-fixtures.ts'
import {
  DatabaseHostsView,
  type DatabaseHostsViewProps,
} from '../features/database-hosts/database-hosts-view.tsx'
import { draftOf } from '../features/database-hosts/host-draft-rules.ts'
import { HostFormView, type HostFormViewProps } from '../features/database-hosts/host-form-view.tsx'
import { ConnectionView } from '../features/databases/connection-view.tsx'
import { DatabasesView, type DatabasesViewProps } from '../features/databases/databases-view.tsx'
import { NewDatabaseView } from '../features/databases/new-database-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const away = new ApiError({ code: 'unavailable', status: 503, message: 'the panel cannot answer now' })
const list: DatabaseHostsViewProps = {
  ...{ status: 'ready', hosts: databaseHosts },
  ...{ onAdd: ignore, onChange: ignore, onDelete: ignore, onRetry: ignore },
}
const formOf = (change: Partial<HostFormViewProps>): HostFormViewProps => ({
  ...{ draft: draftOf(null), isNew: true, isBusy: false, faults: {}, problem: null },
  ...{ trial: null, isTesting: false, testProblem: null, nodes: [{ id: 1, name: 'frankfurt-1' }] },
  ...{ onTest: ignore, onSave: ignore, onClose: ignore },
  ...change,
})

const tab: DatabasesViewProps = {
  ...{ status: 'ready', databases, sizes: new Map([[1, 14_680_064]]), hasHosts: true },
  ...{ onAdd: ignore, onConnection: ignore, onRotate: ignore, onDelete: ignore, onRetry: ignore },
}

export function DatabaseSpecimens() {
  return (
    <>
      <Specimen name="Databases">
        <DatabasesView {...tab} />
      </Specimen>
      <Specimen name="No databases">
        <DatabasesView {...tab} databases={[]} />
      </Specimen>
      <Specimen name="No host for databases">
        <DatabasesView {...tab} databases={[]} hasHosts={false} />
      </Specimen>
      <Specimen name="Databases are read">
        <DatabasesView {...tab} status="loading" />
      </Specimen>
      <Specimen name="Databases that cannot be read">
        <DatabasesView {...tab} status="problem" problem={away} />
      </Specimen>
      <Specimen name="A new database" isNarrow>
        <NewDatabaseView
          hosts={offeredHosts}
          isBusy={false}
          faults={{}}
          problem={null}
          onCreate={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="How to connect" isNarrow>
        <ConnectionView connection={connection} onClose={ignore} />
      </Specimen>
      <Specimen name="Database hosts">
        <DatabaseHostsView {...list} />
      </Specimen>
      <Specimen name="No database hosts">
        <DatabaseHostsView {...list} hosts={[]} />
      </Specimen>
      <Specimen name="Database hosts are read">
        <DatabaseHostsView {...list} status="loading" hosts={[]} />
      </Specimen>
      <Specimen name="Database hosts that cannot be read">
        <DatabaseHostsView {...list} status="problem" problem={away} hosts={[]} />
      </Specimen>
      <Specimen name="A new database host" isNarrow>
        <HostFormView {...formOf({})} />
      </Specimen>
      <Specimen name="A database host that refuses the user" isNarrow>
        <HostFormView
          {...formOf({ draft: draftOf(databaseHosts[0] ?? null), isNew: false, trial: failedTrial })}
        />
      </Specimen>
      <Specimen name="A database host that works" isNarrow>
        <HostFormView
          {...formOf({
            draft: draftOf(databaseHosts[1] ?? null),
            isNew: false,
            trial: { is_good: true, took_ms: 84, product: 'PostgreSQL 17.6', problem: '' },
          })}
        />
      </Specimen>
      <Specimen name="A database host with a wrong address" isNarrow>
        <HostFormView
          {...formOf({ faults: { address: ['must be a host name or an IP address, without a port'] } })}
        />
      </Specimen>
    </>
  )
}
