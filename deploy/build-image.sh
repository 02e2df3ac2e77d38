#!/bin/sh
# Builds the image of deploy/Dockerfile where no registry can be reached: its two base images are made of Debian's packages, Node
# is that of the lockfile. Needs root, buildah and mmdebstrap (apt install buildah mmdebstrap), and packages installed by npm ci.
#   deploy/build-image.sh [tag]     makes localhost/portico:latest, or the tag
# An archive for another machine: buildah push localhost/portico:latest docker-archive:portico.tar
set -eu
cd "$(dirname "$0")/.."
tag=${1:-localhost/portico:latest}
suite=${SUITE:-bookworm}
node=$(node -p "require.resolve('node-' + process.platform + '-' + process.arch + '/bin/node')")
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
# Needs no name spaces of its own, so that it also works inside another container.
export BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Kept between builds: the packages change seldom. Remove the image to have it made anew.
if ! buildah inspect --type image localhost/portico-base >/dev/null 2>&1; then
  sources=/etc/apt/sources.list.d/debian.sources
  [ -e "$sources" ] || sources=/etc/apt/sources.list
  mmdebstrap --variant=minbase "$suite" "$work/base.tar" "$sources"
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$work/base.tar" / >/dev/null
  buildah commit --quiet --rm "$base" localhost/portico-base >/dev/null
fi

# For the stages that build, with npm and the certificates that this machine trusts; nothing of it gets into the result.
build=$(buildah from localhost/portico-base)
buildah copy --quiet "$build" "$node" /usr/local/bin/node >/dev/null
buildah copy --quiet "$build" "$npm" /usr/local/lib/node_modules/npm >/dev/null
buildah copy --quiet "$build" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt >/dev/null
buildah run "$build" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$build"
buildah commit --quiet --rm "$build" localhost/portico-node >/dev/null

buildah build --layers --format docker --file deploy/Dockerfile --tag "$tag" \
  --build-arg NODE_IMAGE=localhost/portico-node --build-arg BASE_IMAGE=localhost/portico-base \
  --build-arg VERSION="$(node -p "require('./package.json').version")" \
  --build-arg REVISION="$(git rev-parse HEAD 2>/dev/null || true)" .
