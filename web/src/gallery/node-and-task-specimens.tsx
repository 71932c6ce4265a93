// Nodes, their join command, tasks and one task.

import type { NodeInstall } from '@rookery/contracts/http/node-install.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { installOutput, nodes, nodesBehind, tasks } from '../../pictures/fixtures/fleet-fixtures.ts'
import { JoinStep, NameStep } from '../features/nodes/add-node-view.tsx'
import { joinCommandOf, joinProgress } from '../features/nodes/join-rules.ts'
import { NodesView } from '../features/nodes/nodes-view.tsx'
import { NodeUpgradesView } from '../features/nodes/upgrade/node-upgrades-view.tsx'
import { TaskView } from '../features/tasks/task-view.tsx'
import { TasksView } from '../features/tasks/tasks-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const outage = new ApiError({ code: 'internal', status: 500, message: 'no', requestId: '01J9Z' })
const ofNodes = {
  canAdd: true,
  canEnroll: true,
  gameServersOn: () => 3,
  onAdd: ignore,
  onEnroll: ignore,
  onRetry: ignore,
}
const ofTasks = {
  mayCancel: true,
  cancelingId: null,
  onCancel: ignore,
  retryOf: ({ status }: Task) => (status === 'error' ? ignore : undefined),
  retryingServerId: null,
  page: 1,
  perPage: 50,
  isFiltered: false,
  filters: null,
  gameServerOf: () => 'Wolfpack survival',
  nodeOf: () => 'basement',
  onClearFilter: ignore,
  onPage: ignore,
  onRetry: ignore,
}

const ofUpgrades = {
  install: {
    script_url: 'https://panel.example.org/install/daemon',
    script_sha256: 'ab'.repeat(32),
    over_tls: true,
    obstacles: [],
    missing: [],
  },
  beginning: null,
  problem: null,
  onUpgrade: ignore,
  onUpgradeAll: ignore,
}

export function NodeSpecimens() {
  return (
    <>
      <Specimen name="Nodes">
        <NodesView status="ready" nodes={nodes} {...ofNodes} />
      </Specimen>
      <Specimen name="Nodes, updates">
        <NodesView
          status="ready"
          nodes={nodesBehind}
          {...ofNodes}
          upgrades={<NodeUpgradesView nodes={nodesBehind} {...ofUpgrades} />}
        />
      </Specimen>
      <Specimen name="Nodes, an update begins">
        <NodeUpgradesView nodes={nodesBehind} {...ofUpgrades} beginning={nodesBehind[0]?.id ?? 0} />
      </Specimen>
      <Specimen name="Nodes, empty">
        <NodesView status="ready" nodes={[]} {...ofNodes} />
      </Specimen>
      <Specimen name="Nodes, for administrators only">
        <NodesView status="closed" nodes={[]} {...ofNodes} canAdd={false} />
      </Specimen>
      <Specimen name="Nodes, loading">
        <NodesView status="loading" nodes={[]} {...ofNodes} />
      </Specimen>
      <Specimen name="Nodes, problem">
        <NodesView status="problem" problem={outage} nodes={[]} {...ofNodes} />
      </Specimen>
    </>
  )
}

export function TaskSpecimens() {
  return (
    <>
      <Specimen name="Tasks">
        <TasksView status="ready" tasks={tasks} total={400} {...ofTasks} />
      </Specimen>
      <Specimen name="Tasks, the same failure again and again">
        <TasksView
          status="ready"
          tasks={tasks.flatMap(task =>
            task.status === 'error' ? [0, 1, 2].map(n => ({ ...task, id: task.id * 10 - n })) : task,
          )}
          total={14}
          {...ofTasks}
        />
      </Specimen>
      <Specimen name="Tasks, empty">
        <TasksView status="ready" tasks={[]} total={0} {...ofTasks} />
      </Specimen>
      <Specimen name="Tasks, none with this filter">
        <TasksView status="ready" tasks={[]} total={0} {...ofTasks} isFiltered />
      </Specimen>
      {tasks.slice(0, 5).map(task => (
        <Specimen key={task.id} name={`Task: ${task.kind}, ${task.status}`}>
          <TaskView
            task={task}
            gameServerName="Arena"
            nodeName="basement"
            output={task.kind === 'install' ? installOutput : ''}
            onCancel={ignore}
            onRetry={task.status === 'error' ? ignore : undefined}
            isReconnecting={task.status === 'working' && task.kind === 'update'}
          />
        </Specimen>
      ))}
      {tasks
        .filter(({ status }) => hasEnded(status))
        .slice(0, 3)
        .map(task => (
          <Specimen key={task.id} name={`Task over, on another page: ${task.status}`}>
            <TaskView
              task={task}
              gameServerName="Arena"
              output={installOutput}
              isReconnecting={false}
              isEmbedded
              onClose={ignore}
            />
          </Specimen>
        ))}
    </>
  )
}

const install: NodeInstall = {
  script_url: 'https://panel.example.org/install/daemon',
  script_sha256: '3f1c'.repeat(16),
  over_tls: true,
  obstacles: [],
  missing: [{ architecture: 'arm64', reason: 'this panel has no daemon for arm64' }],
}
const joinCommand = {
  nodeName: 'garage',
  command: `{ echo 'ROOKERY_KEY=rk1_${'k7Qp'.repeat(14)}'; curl -fsSL https://panel.example.org/install/daemon; } | sudo sh`,
  expiresInSeconds: 1800,
  install,
  problem: null,
}

const seen = { reached: null, hasFailed: false, isEnrolled: false, isOnline: false, wasOnline: false }
const plainInstall: NodeInstall = {
  ...install,
  over_tls: false,
  script_url: 'http://localhost:8025/install/daemon',
  obstacles: ['local_name', 'http_loopback', 'grpc_loopback'],
}

export function JoinSpecimens() {
  return (
    <>
      <Specimen name="Add node, name" isNarrow>
        <NameStep isBusy={false} problem={null} onCreate={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="Add node, waiting" isNarrow>
        <JoinStep joinCommand={{ ...joinCommand, progress: joinProgress(seen) }} onClose={ignore} />
      </Specimen>
      <Specimen name="Nothing arrives" isNarrow>
        <JoinStep
          joinCommand={{ ...joinCommand, progress: joinProgress(seen) }}
          lateAfterMs={0}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Add node, installing" isNarrow>
        <JoinStep
          joinCommand={{ ...joinCommand, progress: joinProgress({ ...seen, reached: 'downloaded' }) }}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Add node, failed" isNarrow>
        <JoinStep
          joinCommand={{
            ...joinCommand,
            progress: joinProgress({ ...seen, reached: 'downloaded', hasFailed: true }),
            problem: '/opt has 40 MB left, and the daemon needs 400 MB while it is unpacked.',
          }}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Add node, without TLS and closed to others" isNarrow>
        <JoinStep
          joinCommand={{
            ...joinCommand,
            command: joinCommandOf(plainInstall, `rk1_${'k7Qp'.repeat(14)}`),
            install: plainInstall,
            progress: joinProgress(seen),
          }}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Add node, joined and away again" isNarrow>
        <JoinStep
          joinCommand={{
            ...joinCommand,
            progress: joinProgress({ ...seen, isEnrolled: true, wasOnline: true }),
          }}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Add node, joined" isNarrow>
        <JoinStep
          joinCommand={{
            ...joinCommand,
            progress: joinProgress({ ...seen, isEnrolled: true, isOnline: true }),
          }}
          onClose={ignore}
        />
      </Specimen>
    </>
  )
}
