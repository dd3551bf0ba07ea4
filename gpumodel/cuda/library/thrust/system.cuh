// Thrust: its version, and the exceptions of its algorithms.
#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0
namespace thrust {
struct error_category {
	const char *name() const { return "cuda"; }
	std::string message(int error) const { return std::string(cudaGetErrorName((cudaError_t)error)) + ": " + cudaGetErrorString((cudaError_t)error); }
};
inline error_category the_cuda_category;
inline const error_category &cuda_category() { return the_cuda_category; }
struct error_code {
	int number;
	const error_category *kind;
	error_code(int number, const error_category &kind) : number(number), kind(&kind) {}
	int value() const { return number; }
	const error_category &category() const { return *kind; }
	std::string message() const { return kind->message(number); }
	explicit operator bool() const { return number != 0; }
};
class system_error : public std::runtime_error {
	error_code why;
public:
	system_error(error_code code) : std::runtime_error(code.message()), why(code) {}
	system_error(error_code code, const std::string &what) : std::runtime_error(what + ": " + code.message()), why(code) {}
	system_error(int error, const error_category &kind) : std::runtime_error(kind.message(error)), why(error, kind) {}
	system_error(int error, const error_category &kind, const std::string &what) : std::runtime_error(what + ": " + kind.message(error)), why(error, kind) {}
	const error_code &code() const { return why; }
};
namespace system {
using thrust::error_category;
using thrust::error_code;
using thrust::system_error;
}
}
