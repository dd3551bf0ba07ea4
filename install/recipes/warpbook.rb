# A formula of Homebrew: https://docs.brew.sh/Formula-Cookbook
class Warpbook < Formula
  desc "Run CUDA C on GPUs that you don't have, in Jupyter and in a shell"
  homepage "https://warpbook.dev"
  version "@VERSION@"
  license "BSD-3-Clause"

  on_macos do
    on_arm do
      url "@URL@/warpbook-@VERSION@-darwin-arm64.tar.gz"
      sha256 "@SHA256 warpbook-@VERSION@-darwin-arm64.tar.gz@"
    end
    on_intel do
      url "@URL@/warpbook-@VERSION@-darwin-amd64.tar.gz"
      sha256 "@SHA256 warpbook-@VERSION@-darwin-amd64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/warpbook-@VERSION@-linux-arm64.tar.gz"
      sha256 "@SHA256 warpbook-@VERSION@-linux-arm64.tar.gz@"
    end
    on_intel do
      url "@URL@/warpbook-@VERSION@-linux-amd64.tar.gz"
      sha256 "@SHA256 warpbook-@VERSION@-linux-amd64.tar.gz@"
    end
  end

  def install
    bin.install "warpbook"
  end

  def caveats
    "`warpbook install` registers the kernel in Jupyter; `warpbook lab` brings a JupyterLab of its own."
  end

  test do
    assert_match "warpbook #{version}", shell_output("#{bin}/warpbook version")
  end
end
