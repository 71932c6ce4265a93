// A small egg as people export it from another panel, for stories that import one.

export const ownEgg = {
  name: 'Storyteller',
  text: JSON.stringify({
    meta: { version: 'PTDL_v2', update_url: null },
    name: 'Storyteller',
    author: 'somebody@example.com',
    description: 'A game that tells stories.',
    features: ['eula'],
    docker_images: { 'Java 21': 'ghcr.io/example/java:21' },
    file_denylist: [],
    startup: 'java -Xmx{{SERVER_MEMORY}}M -jar {{JAR}} --port {{SERVER_PORT}}',
    config: {
      files: JSON.stringify({
        'story.properties': { parser: 'properties', find: { port: '{{server.build.default.port}}' } },
      }),
      startup: '{"done": "Once upon a time"}',
      logs: '{}',
      stop: 'stop',
    },
    scripts: {
      installation: {
        script: 'cd /mnt/server\ncurl -o "$JAR" https://example.com/story.jar\n',
        container: 'ghcr.io/example/installers:debian',
        entrypoint: 'bash',
      },
    },
    variables: [
      {
        name: 'Jar file',
        description: 'What is started.',
        env_variable: 'JAR',
        default_value: 'story.jar',
        user_viewable: true,
        user_editable: true,
        rules: 'required|string|max:40',
      },
    ],
  }),
}
