// Nodes, their join command, tasks and one task.

import { installOutput, nodes, tasks } from '../../pictures/fixtures/fleet-fixtures.ts'
import { JoinStep, NameStep } from '../features/nodes/add-node-view.tsx'
import { NodesView } from '../features/nodes/nodes-view.tsx'
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
  page: 1,
  perPage: 50,
  filter: null,
  gameServerOf: () => 'Wolfpack survival',
  nodeOf: () => 'basement',
  onFilter: ignore,
  onPage: ignore,
  onRetry: ignore,
}

export function NodeSpecimens() {
  return (
    <>
      <Specimen name="Nodes">
        <NodesView status="ready" nodes={nodes} {...ofNodes} />
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
      <Specimen name="Tasks, empty">
        <TasksView status="ready" tasks={[]} total={0} {...ofTasks} />
      </Specimen>
      {tasks.slice(0, 5).map(task => (
        <Specimen key={task.id} name={`Task: ${task.kind}, ${task.status}`}>
          <TaskView
            task={task}
            gameServerName="Arena"
            nodeName="basement"
            output={task.kind === 'install' ? installOutput : ''}
            onCancel={ignore}
            isReconnecting={task.status === 'working' && task.kind === 'update'}
          />
        </Specimen>
      ))}
    </>
  )
}

const joinCommand = {
  nodeName: 'garage',
  command: 'curl -fsSL https://panel.example.org/join.sh | sudo sh',
  expiresInSeconds: 1800,
}

export function JoinSpecimens() {
  return (
    <>
      <Specimen name="Add node, name" isNarrow>
        <NameStep isBusy={false} problem={null} onCreate={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="Add node, waiting" isNarrow>
        <JoinStep joinCommand={{ ...joinCommand, hasJoined: false }} onClose={ignore} />
      </Specimen>
      <Specimen name="Add node, joined" isNarrow>
        <JoinStep joinCommand={{ ...joinCommand, hasJoined: true }} onClose={ignore} />
      </Specimen>
    </>
  )
}
